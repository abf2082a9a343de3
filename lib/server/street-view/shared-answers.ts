import { ProviderFailure } from "./provider-failure.ts";

interface Kept<T> {
  value: T;
  until: number;
}

interface UnderWay<T> {
  answer: Promise<T>;
  waiting: number;
  end: AbortController;
}

interface Options {
  lifeMs: number;
  most: number;
  now?: () => number;
}

/**
 * A cache of answers. Callers with the same key share one task. A caller who leaves does not affect the others; when
 * nobody waits any more, the task is aborted.
 */
export class SharedAnswers<T> {
  readonly #lifeMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept<T>>();
  readonly #underWay = new Map<string, UnderWay<T>>();

  constructor({ lifeMs, most, now = () => Date.now() }: Options) {
    this.#lifeMs = lifeMs;
    this.#most = most;
    this.#now = now;
  }

  /**
   * Returns the answer for a key.
   * @param make computes the answer, and ends when its signal aborts
   * @param isLasting whether an answer is cached
   */
  async get(
    key: string,
    signal: AbortSignal,
    { make, isLasting }: { make: (signal: AbortSignal) => Promise<T>; isLasting: (value: T) => boolean },
  ): Promise<T> {
    if (signal.aborted) throw new ProviderFailure("cancelled");
    const kept = this.#find(key);
    if (kept) return kept.value;
    const work = this.#underWay.get(key) ?? this.#begin(key, make, isLasting);
    return this.#waitFor(key, work, signal);
  }

  /** Finds a cached answer and makes it the last of the map, so that the least recently used is the first. */
  #find(key: string): Kept<T> | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    if (kept.until <= this.#now()) return undefined;
    this.#kept.set(key, kept);
    return kept;
  }

  #begin(
    key: string,
    make: (signal: AbortSignal) => Promise<T>,
    isLasting: (value: T) => boolean,
  ): UnderWay<T> {
    const end = new AbortController();
    const answer = make(end.signal).then((value) => {
      if (isLasting(value)) this.#keep(key, value);
      return value;
    });
    const work: UnderWay<T> = { answer, waiting: 0, end };
    this.#underWay.set(key, work);
    const forget = () => this.#forget(key, work);
    // Each waiting caller gets the failure; without this handler it would be unhandled when nobody waits.
    answer.then(forget, forget);
    return work;
  }

  async #waitFor(key: string, work: UnderWay<T>, signal: AbortSignal): Promise<T> {
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(new ProviderFailure("cancelled"));
    signal.addEventListener("abort", leave, { once: true });
    work.waiting += 1;
    try {
      return await Promise.race([work.answer, left.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      work.waiting -= 1;
      if (work.waiting === 0) {
        // A later caller starts a new task instead of waiting for the aborted one.
        this.#forget(key, work);
        work.end.abort();
      }
    }
  }

  #forget(key: string, work: UnderWay<T>): void {
    if (this.#underWay.get(key) === work) this.#underWay.delete(key);
  }

  #keep(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#now() + this.#lifeMs });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
