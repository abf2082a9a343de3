/**
 * Sums by key of what comes and what goes again. A key is there as long as anything counts for it, also where that sums
 * to 0: what has gone leaves no trace.
 */
export class KeyedSums<Key> {
  readonly #entries = new Map<Key, { sum: number; count: number }>();

  /** @param sign 1: it has come; -1: it has gone, and had come with the same key and amount */
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

  /** As they are now; what comes later changes nothing of it. */
  sums(): Map<Key, number> {
    // No -0, which is not equal to 0 everywhere.
    return new Map([...this.#entries].map(([key, { sum }]) => [key, sum === 0 ? 0 : sum]));
  }
}
