/** The longest queue; nobody would still want an answer from behind it. */
const MOST_WAITING = 8;

interface Waiting {
  /** The users who wait for the request; more may join until it has an answer. */
  askers: Set<string>;
  start: () => void;
  drop: () => void;
}

/**
 * The order and the rate of one process's requests to a server: so many at once, with a pause between them, first come
 * first served. A request that all its users have left before its turn is dropped.
 */
export class Politeness {
  readonly #atOnce: number;
  readonly #everyMs: number;
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ atOnce, everyMs }: { atOnce: number; everyMs: number }) {
    this.#atOnce = atOnce;
    this.#everyMs = everyMs;
  }

  /** Drops the requests that nobody waits for any more. */
  tidy(): void {
    for (const { askers, drop } of this.#waiting) if (askers.size === 0) drop();
  }

  /**
   * Runs the work when its turn has come and returns its result; null when the turn does not come in time, because
   * nobody wants the answer any more or too many wait.
   */
  async inTurn<T>(askers: Set<string>, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#turnOf(askers, signal))) return null;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #turnOf(askers: Set<string>, signal: AbortSignal): Promise<boolean> {
    if (askers.size === 0 || this.#waiting.size >= MOST_WAITING) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const mine: Waiting = {
      askers,
      start: () => resolve(true),
      drop: () => {
        this.#waiting.delete(mine);
        resolve(false);
      },
    };
    this.#waiting.add(mine);
    signal.addEventListener("abort", mine.drop, { once: true });
    this.#next();
    return promise;
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first || this.#running >= this.#atOnce || this.#timer) return;
    const wait = this.#freeAt - performance.now();
    if (wait > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#next();
      }, wait);
      return;
    }
    this.#waiting.delete(first);
    this.#running += 1;
    this.#freeAt = performance.now() + this.#everyMs;
    first.start();
    this.#next();
  }
}
