import { Subscribers } from "./subscribers.ts";

/** A network and a rounded header take less. */
const TOLERATED_MS = 2 * 60_000;
/** Answers that a browser or a proxy has kept say an earlier time than it is: of so many, the latest counts. */
const REMEMBERED = 12;

/**
 * What the service's answers say of this device's clock. "Today" decides which day opens, what is late and which date an expense gets,
 * so a clock that is wrong is put right by the service's, and its owner is told.
 */
class DeviceClock {
  readonly changes = new Subscribers<[]>();
  #seen: number[] = [];
  #behindMs = 0;

  /** How far it is behind the service, below 0 where it is ahead; 0 where it is right. */
  get behindMs(): number {
    return this.#behindMs;
  }

  /** The time by the service, as far as an answer has told it. */
  now(): Date {
    return new Date(Date.now() + this.#behindMs);
  }

  /** Takes the `Date` of an answer that has just come. */
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
