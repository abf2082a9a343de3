import * as z from "zod";
import { daysBetween } from "#lib/shared/dates.ts";
import { CalendarDate } from "#lib/shared/fields.ts";
import { isRateValue } from "#lib/shared/rates.ts";
import type { OpenServiceClient } from "../open-services/open-service-client.ts";

/** What one euro was worth. */
export interface DayRates {
  /** The day that they are of: the last banking day, where another was asked for. */
  date: string;
  /** Decimal digits by currency; EUR is among them. */
  rates: ReadonlyMap<string, string>;
}

const Answer = z.object({
  base: z.literal("EUR"),
  date: CalendarDate,
  rates: z.record(z.string(), z.number()),
});

const HOUR_MS = 3_600_000;
/** Rates of a past day are final; that there are none may be a gap that is filled. */
const PAST_LIFE_MS = 30 * 24 * HOUR_MS;
const UNKNOWN_LIFE_MS = 24 * HOUR_MS;

interface Options {
  /** Of a server that answers like Frankfurter: `GET {url}/v1/{date|latest}?base=EUR&symbols=USD,JPY`. */
  url: string;
  client: OpenServiceClient;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The European Central Bank's daily rates, as an open service has them. */
export class RateProvider {
  readonly #url: string;
  readonly #client: OpenServiceClient;
  readonly #now: () => number;

  constructor({ url, client, now = Date.now }: Options) {
    this.#url = url;
    this.#client = client;
    this.#now = now;
  }

  /**
   * Those of the currencies that the server knows; for days to come, the latest. Never rejects.
   * @returns null where the server knows none of them on that day, or gives no proper answer
   */
  async find(date: string, currencies: readonly string[]): Promise<DayRates | null> {
    const today = new Date(this.#now()).toISOString().slice(0, 10);
    const symbols = currencies.filter((currency) => currency !== "EUR").toSorted();
    const asked = date > today ? today : date;
    const day = date > today ? "latest" : date;
    const answer = await this.#client.ask<KeptRates | null>({
      url: `${this.#url}/v1/${day}?base=EUR&symbols=${symbols.join(",")}`,
      // The server is well where it says that it has no such day or currency.
      read: (body, status) => (status < 400 ? ratesIn(body, asked) : null),
      keptMs: (rates) => (date >= today ? HOUR_MS : rates ? PAST_LIFE_MS : UNKNOWN_LIFE_MS),
    });
    return answer?.says ? { ...answer.says, rates: new Map(answer.says.rates) } : null;
  }
}

/** As JSON can hold it. */
interface KeptRates {
  date: string;
  rates: [string, string][];
}

/** @throws Error for no answer of its kind */
function ratesIn(body: unknown, asked: string): KeptRates | null {
  const answer = Answer.parse(body);
  return isOf(answer.date, asked) ? toDayRates(answer) : null;
}

const OLDEST_DAYS = 10;

/** Whether rates of one day are good for another: banks are closed for some days on end, but never for so many. */
function isOf(answered: string, asked: string): boolean {
  const age = daysBetween(answered, asked);
  return age >= 0 && age <= OLDEST_DAYS;
}

/**
 * A number becomes its shortest text. That gives every decimal of up to 15 digits back as the server wrote it, and rates
 * have 6 or so; nothing is ever calculated with the number itself.
 */
function toDayRates({ date, rates }: z.infer<typeof Answer>): KeptRates {
  const values = Object.entries(rates)
    .map(([currency, value]): [string, string] => [currency, String(value)])
    .filter(([, value]) => isRateValue(value));
  return { date, rates: [["EUR", "1"], ...values] };
}
