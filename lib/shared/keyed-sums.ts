/**
 * Sums by key of amounts that are added and removed again. A key exists as long as an amount counts for it, even if its
 * amounts sum to 0. Removed amounts leave no trace.
 */
export class KeyedSums<Key> {
  readonly #entries = new Map<Key, { sum: number; count: number }>();

  /**
   * Adds or removes an amount.
   * @param sign 1: the amount is added; -1: it is removed, and had been added with the same key and amount
   */
  add(key: Key, amount: number, sign: 1 | -1 = 1): void {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#entries.set(key, { sum: sign * amount, count: sign });
      return;
    }
    entry.sum += sign * amount;
    entry.count += sign;
    if (entry.count === 0) this.#entries.delete(key);
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Returns a copy of the current sums, which later changes do not affect. */
  sums(): Map<Key, number> {
    // A result of -0 would not be equal to 0 in every comparison.
    return new Map([...this.#entries].map(([key, { sum }]) => [key, sum === 0 ? 0 : sum]));
  }
}
