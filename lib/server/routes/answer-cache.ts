interface Kept<T> {
  until: number;
  answer: Promise<T>;
  /** The estimated size of the answer and its entry; 0 until there is an answer. */
  bytes: number;
}

interface Bounds<T> {
  /** Maximum estimated size of all answers together. */
  mostBytes: number;
  bytesOf: (answer: T) => number;
}

/** The estimated size of an entry without its answer: the question, the promise and the map's entry. */
const FRAME_BYTES = 400;

/**
 * A cache of answers by question, which keeps those that were used last. Several callers with the same question share
 * one request.
 */
export class AnswerCache<T> {
  readonly #bounds: Bounds<T>;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  constructor(bounds: Bounds<T>, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /**
   * Returns the cached answer, or requests it; failures are not cached.
   * @param lifeMs how long an answer is valid, counted from its request
   */
  async find(question: string, lifeMs: (answer: T) => number, ask: () => Promise<T>): Promise<T> {
    const now = this.#now();
    const known = this.#kept.get(question);
    const isGood = known !== undefined && known.until > now;
    const kept = isGood ? known : { until: Infinity, answer: ask(), bytes: 0 };
    this.#drop(question);
    this.#keep(question, kept);
    try {
      const answer = await kept.answer;
      if (kept.until === Infinity) {
        kept.until = now + lifeMs(answer);
        this.#weigh(question, kept, FRAME_BYTES + this.#bounds.bytesOf(answer));
      }
      return answer;
    } catch (error) {
      if (this.#kept.get(question) === kept) this.#drop(question);
      throw error;
    }
  }

  #keep(question: string, kept: Kept<T>): void {
    this.#kept.set(question, kept);
    this.#bytes += kept.bytes;
  }

  #drop(question: string): void {
    this.#bytes -= this.#kept.get(question)?.bytes ?? 0;
    this.#kept.delete(question);
  }

  /**
   * Removes the answers that were unused for longest. Running requests are not removed, because they have no size yet
   * and others wait for them.
   */
  #weigh(question: string, kept: Kept<T>, bytes: number): void {
    if (this.#kept.get(question) !== kept) return;
    kept.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, { until }] of this.#kept) {
      if (this.#bytes <= this.#bounds.mostBytes) return;
      if (until !== Infinity) this.#drop(oldest);
    }
  }
}
