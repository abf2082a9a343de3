interface Dated<T> {
  seq: number;
  /** The trip's: another one may get the id of a purged one. */
  createdAt: string;
  value: T;
}

/** What was made of a trip's rows, and the seq at which they were read: the log says whether they have changed since. */
export class Kept<T> {
  readonly #most: number;
  readonly #values = new Map<string, Dated<T>>();

  /** @param most trips whose values are kept; the one that was read longest ago goes first */
  constructor(most: number) {
    this.#most = most;
  }

  find(tripId: string): Dated<T> | undefined {
    const found = this.#values.get(tripId);
    if (found) this.#moveLast(tripId, found);
    return found;
  }

  keep(tripId: string, kept: Dated<T>): void {
    this.#moveLast(tripId, kept);
    const oldest = this.#values.keys().next().value;
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }

  #moveLast(tripId: string, kept: Dated<T>): void {
    this.#values.delete(tripId);
    this.#values.set(tripId, kept);
  }
}
