import { Subscribers } from "./subscribers.ts";

/** A clock difference below this is ignored: it can come from the network and from the header's rounding to seconds. */
const TOLERATED_MS = 2 * 60_000;
/**
 * The number of answers whose times are remembered. The latest of these times counts, because an answer from the cache
 * of a browser or a proxy carries an earlier time than the current one.
 */
const REMEMBERED = 12;

/**
 * Compares this device's clock with the `Date` headers of the service's answers. "Today" decides which day opens, what
 * is late and which date an expense gets, so the client corrects a wrong clock by the service's time and informs the
 * person.
 */
class DeviceClock {
  readonly changes = new Subscribers<[]>();
  #seen: number[] = [];
  #behindMs = 0;

  /**
   * How many milliseconds this device's clock is behind the service's: below 0 where it is ahead, 0 where it is right.
   */
  get behindMs(): number {
    return this.#behindMs;
  }

  /** The service's time, as far as answers have shown it. */
  now(): Date {
    return new Date(Date.now() + this.#behindMs);
  }

  /** Takes the `Date` header of an answer that has just arrived. */
  learn(date: string | null): void {
    const said = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(said)) return;
    this.#seen = [...this.#seen, said - Date.now()].slice(-REMEMBERED);
    const behind = Math.max(...this.#seen);
    const found = Math.abs(behind) < TOLERATED_MS ? 0 : behind;
    const isNews = Math.abs(found - this.#behindMs) >= TOLERATED_MS || (found === 0 && this.#behindMs !== 0);
    if (!isNews) return;
    this.#behindMs = found;
    this.changes.tell();
  }
}

export const deviceClock = new DeviceClock();
