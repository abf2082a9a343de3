/** Whoever wants to be told of one thing. */
export class Subscribers<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Returns what ends the subscription; bound, because React hands it around. */
  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Nobody would hear of it. */
  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  tell(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
