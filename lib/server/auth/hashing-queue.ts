import { FairQueue } from "#db/fair-queue.ts";
import { AppError } from "#lib/shared/errors.ts";

/** The longest queue, about two seconds of work: clients behind it would give up before their turn. */
const MOST_WAITING = 32;
/** The most waiting requests of one IP address, behind which there may be an office. */
const MOST_OF_ONE = 12;

/**
 * Assigns the hashing threads to waiting requests, in turns by IP address: an address that tries many passwords only
 * delays itself.
 */
export class HashingQueue<T> {
  readonly #queue: FairQueue;
  readonly #idle: T[];
  readonly #waiting = new Map<string | null, number>();

  constructor(threads: readonly T[]) {
    this.#idle = [...threads];
    this.#queue = new FairQueue({ places: threads.length, share: threads.length });
  }

  /**
   * Runs work on a thread when its turn has come.
   * @throws AppError UNAVAILABLE, with the time after which to try again
   */
  async run<R>(key: string | null, work: (thread: T) => Promise<R>): Promise<R> {
    await this.#turn(key);
    const thread = this.#idle.pop();
    try {
      if (thread === undefined) throw new Error("There are more places than threads.");
      return await work(thread);
    } finally {
      if (thread !== undefined) this.#idle.push(thread);
      this.#queue.giveBack({ key, holder: null });
    }
  }

  #turn(key: string | null): Promise<void> {
    const ofKey = this.#waiting.get(key) ?? 0;
    const isFull = this.#queue.waitingCount >= MOST_WAITING || (key !== null && ofKey >= MOST_OF_ONE);
    if (isFull) throw busy();
    return new Promise((resolve) => {
      let isWaiting = false;
      const waits = this.#queue.take({ key, holder: null }, () => {
        if (isWaiting) this.#count(key, -1);
        resolve();
      });
      isWaiting = waits !== null;
      if (isWaiting) this.#count(key, 1);
    });
  }

  #count(key: string | null, by: number): void {
    const count = (this.#waiting.get(key) ?? 0) + by;
    if (count > 0) this.#waiting.set(key, count);
    else this.#waiting.delete(key);
  }
}

function busy(): AppError {
  return new AppError(
    "UNAVAILABLE",
    "Many people are signing in at this moment. Send the same request again.",
  );
}
