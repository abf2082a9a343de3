/** The listeners of one kind of change. */
export class Subscribers<Args extends unknown[]> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Adds a listener; the returned function removes it. The method is bound, because React passes it around. */
  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether nobody listens. */
  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  tell(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
