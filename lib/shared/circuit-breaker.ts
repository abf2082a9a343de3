const FAILURES = 4;
const REST_MS = 60_000;

/**
 * A circuit breaker for one service: it stops the calls for a minute after four calls in a row without an answer, and
 * for as long as the service asks for. After that, one call decides whether the calls go on.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #until = 0;

  /** `now`: milliseconds since 1970. */
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
