interface Kept<T> {
  until: number;
  answer: Promise<T>;
}

/** Answers by question, the last used ones; who asks what is being asked already waits for the same answer. */
export class KeptAnswers<T> {
  readonly #most: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept<T>>();

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** @param lifeMs of an answer, from when it was asked for; what fails is not kept */
  async find(question: string, lifeMs: (answer: T) => number, ask: () => Promise<T>): Promise<T> {
    const now = this.#now();
    const known = this.#kept.get(question);
    this.#kept.delete(question);
    const kept = known && known.until > now ? known : { until: Infinity, answer: ask() };
    this.#kept.set(question, kept);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    try {
      const answer = await kept.answer;
      if (kept.until === Infinity) kept.until = now + lifeMs(answer);
      return answer;
    } catch (error) {
      if (this.#kept.get(question) === kept) this.#kept.delete(question);
      throw error;
    }
  }
}
