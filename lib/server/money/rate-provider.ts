import * as z from "zod";
import { daysBetween } from "#lib/shared/dates.ts";
import { CalendarDate } from "#lib/shared/fields.ts";
import { isRateValue } from "#lib/shared/rates.ts";
import type { OpenServiceClient } from "../open-services/open-service-client.ts";

/** What one euro was worth on one day. */
export interface DayRates {
  /** The day of the rates: the last banking day before the requested one, if that had no rates. */
  date: string;
  /** The rates as decimal text by currency; EUR is among them. */
  rates: ReadonlyMap<string, string>;
}

const Answer = z.object({
  base: z.literal("EUR"),
  date: CalendarDate,
  rates: z.record(z.string(), z.number()),
});

const HOUR_MS = 3_600_000;
/**
 * How long answers about past days are cached. Rates of a past day are final, but a day without rates may be a gap that
 * is filled later.
 */
const PAST_LIFE_MS = 30 * 24 * HOUR_MS;
const UNKNOWN_LIFE_MS = 24 * HOUR_MS;

interface Options {
  /** The URL of a server with Frankfurter's API: `GET {url}/v1/{date|latest}?base=EUR&symbols=USD,JPY`. */
  url: string;
  client: OpenServiceClient;
  /** Returns the current time in milliseconds since 1970. */
  now?: () => number;
}

/** Reads the daily exchange rates of the European Central Bank from an open service. */
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
   * Returns the rates of those currencies that the server knows; for future days the latest. It never rejects.
   * @returns null when the server knows no rate of that day, or its answer is invalid
   */
  async find(date: string, currencies: readonly string[]): Promise<DayRates | null> {
    const today = new Date(this.#now()).toISOString().slice(0, 10);
    const symbols = currencies.filter((currency) => currency !== "EUR").toSorted();
    const asked = date > today ? today : date;
    const day = date > today ? "latest" : date;
    const answer = await this.#client.ask<KeptRates | null>({
      url: `${this.#url}/v1/${day}?base=EUR&symbols=${symbols.join(",")}`,
      // An answer that says that the server has no such day or currency is no failure of the server.
      read: (body, status) => (status < 400 ? ratesIn(body, asked) : null),
      keptMs: (rates) => (date >= today ? HOUR_MS : rates ? PAST_LIFE_MS : UNKNOWN_LIFE_MS),
    });
    return answer?.says ? { ...answer.says, rates: new Map(answer.says.rates) } : null;
  }
}

/** Rates in the form in which they are cached as JSON. */
interface KeptRates {
  date: string;
  rates: [string, string][];
}

/**
 * Reads the server's answer.
 * @throws Error when the answer is invalid
 */
function ratesIn(body: unknown, asked: string): KeptRates | null {
  const answer = Answer.parse(body);
  return isOf(answer.date, asked) ? toDayRates(answer) : null;
}

const OLDEST_DAYS = 10;

/**
 * Whether the rates of one day may be used for another day: banks are closed for some days in a row, but never longer
 * than OLDEST_DAYS.
 */
function isOf(answered: string, asked: string): boolean {
  const age = daysBetween(answered, asked);
  return age >= 0 && age <= OLDEST_DAYS;
}

/**
 * Returns the rates as text. A number's shortest text is exactly the decimal of up to 15 digits that the server wrote,
 * and rates have about 6; nothing is calculated with the number itself.
 */
function toDayRates({ date, rates }: z.infer<typeof Answer>): KeptRates {
  const values = Object.entries(rates)
    .map(([currency, value]): [string, string] => [currency, String(value)])
    .filter(([, value]) => isRateValue(value));
  return { date, rates: [["EUR", "1"], ...values] };
}
