import * as z from "zod";
import { daysBetween } from "#lib/shared/dates.ts";
import { CalendarDate } from "#lib/shared/fields.ts";
import { isRateValue } from "#lib/shared/rates.ts";
import { noted } from "../background/note-runs.ts";
import { limitedText } from "../http/limited-text.ts";
import { log } from "../http/log.ts";
import { inPart } from "../telemetry/telemetry.ts";

const RATES = { name: "exchange rates", kind: "client" } as const;

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

const TIMEOUT_MS = 3000;
const LONGEST_ANSWER = 64 * 1024;
const HOUR_MS = 3_600_000;
/** Rates of a past day are final. */
const PAST_LIFE_MS = 24 * HOUR_MS;
/** So long nobody waits for a server that has just failed. */
const FAILURE_LIFE_MS = 30_000;
const MOST_KEPT = 500;
const OLDEST_DAYS = 10;

interface Kept {
  until: number;
  found: Promise<DayRates | null>;
}

interface Options {
  /** Of a server that answers like Frankfurter: `GET {url}/v1/{date|latest}?base=EUR&symbols=USD,JPY`. */
  url: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  timeoutMs?: number;
}

/** Asks a server of daily rates, each question once, and remembers the answers in memory. */
export class RateProvider {
  readonly #url: string;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #kept = new Map<string, Kept>();
  #failedUntil = 0;

  constructor({ url, now = Date.now, timeoutMs = TIMEOUT_MS }: Options) {
    this.#url = url;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Those of the currencies that the server knows; for days to come, the latest. Never rejects.
   * @returns null where the server knows none of them on that day, or gives no proper answer
   */
  find(date: string, currencies: readonly string[]): Promise<DayRates | null> {
    const now = this.#now();
    const today = new Date(now).toISOString().slice(0, 10);
    const symbols = currencies.filter((currency) => currency !== "EUR").toSorted();
    const asked = date > today ? today : date;
    const question = `${date > today ? "latest" : date}?base=EUR&symbols=${symbols.join(",")}`;
    const kept = this.#kept.get(question);
    if (kept && kept.until > now) return kept.found;
    if (now < this.#failedUntil) return Promise.resolve(null);
    const found = this.#ask(question, asked);
    this.#keep(question, { until: now + (date < today ? PAST_LIFE_MS : HOUR_MS), found });
    return found;
  }

  #keep(question: string, kept: Kept): void {
    this.#kept.delete(question);
    this.#kept.set(question, kept);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  async #ask(question: string, date: string): Promise<DayRates | null> {
    try {
      return await noted("exchange rates", () => this.#answerTo(question, date));
    } catch (error) {
      log().warn({ err: error }, "rates could not be read; those of the snapshot are used");
      this.#kept.delete(question);
      this.#failedUntil = this.#now() + FAILURE_LIFE_MS;
      return null;
    }
  }

  async #answerTo(question: string, date: string): Promise<DayRates | null> {
    const response = await inPart(RATES, () =>
      fetch(`${this.#url}/v1/${question}`, {
        headers: { accept: "application/json" },
        redirect: "error",
        signal: AbortSignal.timeout(this.#timeoutMs),
      }),
    );
    const text = await limitedText(response, LONGEST_ANSWER);
    // The server is well, and says that it has no such day or currency.
    if (isAboutQuestion(response.status)) return null;
    if (!response.ok) throw new Error(`The server of rates answered ${response.status}.`);
    const answer = Answer.parse(JSON.parse(text));
    return isOf(answer.date, date) ? toDayRates(answer) : null;
  }
}

/** Whether this refuses the one question; what is too slow or too much is everybody's. */
function isAboutQuestion(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Whether rates of one day are good for another: banks are closed for some days on end, but never for so many. */
function isOf(answered: string, asked: string): boolean {
  const age = daysBetween(answered, asked);
  return age >= 0 && age <= OLDEST_DAYS;
}

/**
 * A number becomes its shortest text. That gives every decimal of up to 15 digits back as the server wrote it, and rates
 * have 6 or so; nothing is ever calculated with the number itself.
 */
function toDayRates({ date, rates }: z.infer<typeof Answer>): DayRates {
  const values = Object.entries(rates)
    .map(([currency, value]) => [currency, String(value)] as const)
    .filter(([, value]) => isRateValue(value));
  return { date, rates: new Map([["EUR", "1"], ...values]) };
}
