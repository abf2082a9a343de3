/**
 * A token bucket for one user: up to `burst` units at once, and `perSecond` from then on. The real cost of a request
 * may be charged afterwards, so the balance can be below zero; the next request then waits until it is positive again.
 */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #left: number;
  #at: number;

  constructor({ perSecond, burst }: { perSecond: number; burst: number }, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#left = burst;
    this.#at = now;
  }

  spend(units: number, now: number): void {
    this.#refill(now);
    this.#left -= units;
  }

  /** Returns the milliseconds until so many units may be spent, or until the bucket is full; 0: now. */
  waitMs(units: number, now: number): number {
    this.#refill(now);
    const missing = Math.min(units, this.#burst) - this.#left;
    return missing <= 0 ? 0 : (missing / this.#perSecond) * 1000;
  }

  /** Whether the bucket is full, so that it can be dropped without any effect. */
  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#burst;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}
