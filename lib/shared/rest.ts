const FAILURES = 4;
const REST_MS = 60_000;

/**
 * Whether a service is left alone for a while: after four calls in a row without an answer for a minute, and for as long
 * as it asks for. One call after that decides whether it goes on.
 */
export class Rest {
  readonly #now: () => number;
  #failures = 0;
  #until = 0;

  /** `now`: milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get isResting(): boolean {
    return this.#now() < this.#until;
  }

  answered(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.pause(REST_MS);
  }

  pause(ms: number): void {
    this.#until = Math.max(this.#until, this.#now() + ms);
  }
}
