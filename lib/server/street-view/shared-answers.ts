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
 * Answers that are kept for a while, and made once for all who ask at the same time. Whoever leaves takes nothing from
 * the others; when nobody waits any more, the work is ended.
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
   * @param make makes the answer, and ends by the signal's word
   * @param isLasting whether an answer is kept beyond those who wait for it
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

  /** The least recently used stand first. */
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
    // Whoever waits learns of a failure; nobody might.
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
        // Whoever comes now begins anew, instead of waiting for what is being ended.
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
