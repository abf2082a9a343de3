/** Waiting longer than this, nobody wants the answer any more. */
const MOST_WAITING = 8;

interface Waiting {
  start: () => void;
  drop: () => void;
}

/**
 * In which order and how often one process asks a server: so many at once, so far apart, first come first served. Of
 * one asker's only the newest waits.
 */
export class Politeness {
  readonly #atOnce: number;
  readonly #everyMs: number;
  readonly #waiting = new Map<string, Waiting>();
  #running = 0;
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ atOnce, everyMs }: { atOnce: number; everyMs: number }) {
    this.#atOnce = atOnce;
    this.#everyMs = everyMs;
  }

  /** The work's result; null where its turn does not come in time: a newer one took its place, or too many wait. */
  async inTurn<T>(asker: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#turnOf(asker, signal))) return null;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #turnOf(asker: string, signal: AbortSignal): Promise<boolean> {
    this.#waiting.get(asker)?.drop();
    if (this.#waiting.size >= MOST_WAITING) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const mine: Waiting = {
      start: () => resolve(true),
      drop: () => {
        if (this.#waiting.get(asker) === mine) this.#waiting.delete(asker);
        resolve(false);
      },
    };
    this.#waiting.set(asker, mine);
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
    const [asker, { start }] = first;
    this.#waiting.delete(asker);
    this.#running += 1;
    this.#freeAt = performance.now() + this.#everyMs;
    start();
    this.#next();
  }
}
