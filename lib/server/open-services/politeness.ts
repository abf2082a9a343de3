/** Waiting longer than this, nobody wants the answer any more. */
const MOST_WAITING = 8;

interface Waiting {
  /** Who waits for it; more may join as long as it has no answer. */
  askers: Set<string>;
  start: () => void;
  drop: () => void;
}

/**
 * In which order and how often one process asks a server: so many at once, so far apart, first come first served. What
 * all its askers have left by then is dropped.
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

  /** Drops what nobody waits for any more. */
  tidy(): void {
    for (const { askers, drop } of this.#waiting) if (askers.size === 0) drop();
  }

  /** The work's result; null where its turn does not come in time: nobody wants it any more, or too many wait. */
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
