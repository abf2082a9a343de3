import PQueue from "p-queue";

/** The longest queue; nobody would still want an answer from behind it. */
const MOST_WAITING = 8;

/**
 * The order and the rate of one process's requests to a server: so many at once, with a pause between them, first come
 * first served. A request that all its users have left before its turn is dropped.
 */
export class RequestThrottle {
  readonly #queue: PQueue;
  /** The users who wait for each request that has not had its turn; more may join until it has an answer. */
  readonly #waiting = new Map<AbortController, Set<string>>();

  constructor({ atOnce, everyMs }: { atOnce: number; everyMs: number }) {
    const pauses = everyMs > 0 ? { interval: everyMs, intervalCap: 1, strict: true } : {};
    this.#queue = new PQueue({ concurrency: atOnce, ...pauses });
  }

  /** Drops the requests that nobody waits for any more. */
  tidy(): void {
    for (const [turn, askers] of this.#waiting) if (askers.size === 0) turn.abort();
  }

  /**
   * Runs the work when its turn has come and returns its result; null when the turn does not come in time, because
   * nobody wants the answer any more or too many wait.
   */
  async inTurn<T>(askers: Set<string>, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    if (askers.size === 0 || this.#waiting.size >= MOST_WAITING) return null;
    const turn = new AbortController();
    const drop = () => turn.abort();
    signal.addEventListener("abort", drop);
    this.#waiting.set(turn, askers);
    // Work that has begun goes on: it has the server's slot, and its answer is cached.
    const settle = () => {
      this.#waiting.delete(turn);
      signal.removeEventListener("abort", drop);
    };
    try {
      return await this.#queue.add(() => (settle(), work()), { signal: turn.signal });
    } catch (error) {
      if (turn.signal.aborted) return null;
      throw error;
    } finally {
      settle();
    }
  }
}
