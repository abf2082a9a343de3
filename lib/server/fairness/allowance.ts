/**
 * How much one person may ask for: up to `burst` units at once, and `perSecond` from then on. What a request turns out to
 * cost may be charged afterwards, so that the balance can be below zero; the next one waits until it is paid.
 */
export class Allowance {
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

  /** Milliseconds until so many units may be spent, or all that there can be; 0: now. */
  waitMs(units: number, now: number): number {
    this.#refill(now);
    const missing = Math.min(units, this.#burst) - this.#left;
    return missing <= 0 ? 0 : (missing / this.#perSecond) * 1000;
  }

  /** Nothing is owed: forgetting it changes nothing. */
  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#burst;
  }

  #refill(now: number): void {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}
