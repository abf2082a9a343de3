interface Kept<T> {
  until: number;
  answer: Promise<T>;
  /** Nothing before it is answered. */
  bytes: number;
}

interface Bounds<T> {
  /** Of all answers together, as estimated. */
  mostBytes: number;
  bytesOf: (answer: T) => number;
}

/** What the question, the promise and the entry take besides the answer. */
const FRAME_BYTES = 400;

/** Answers by question, the last used ones; who asks what is being asked already waits for the same answer. */
export class KeptAnswers<T> {
  readonly #bounds: Bounds<T>;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept<T>>();
  #bytes = 0;

  constructor(bounds: Bounds<T>, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /** @param lifeMs of an answer, from when it was asked for; what fails is not kept */
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

  /** The longest unused ones go. What is still being asked weighs nothing, and others wait for it. */
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
