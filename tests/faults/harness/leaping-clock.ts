import type { Clock } from "#lib/shared/clock.ts";

interface Timer {
  at: number;
  work: () => void;
  handle: NodeJS.Timeout;
}

/** The time of a device that is now and then asleep: it passes as it does, and in leaps, after which all that is due comes. */
export class LeapingClock implements Clock {
  #ahead = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return Date.now() + this.#ahead;
  }

  after(ms: number, work: () => void): () => void {
    const timer: Timer = {
      at: this.now() + ms,
      work,
      handle: setTimeout(() => this.#run(timer), ms),
    };
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer.handle);
      this.#timers.delete(timer);
    };
  }

  random(): number {
    return Math.random();
  }

  /** So many milliseconds have passed; resolves when what was due has begun. */
  async leap(ms: number): Promise<void> {
    this.#ahead += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.now()).toSorted((a, b) => a.at - b.at);
    for (const timer of due) this.#run(timer);
    await new Promise((resolve) => setImmediate(resolve));
  }

  #run(timer: Timer): void {
    clearTimeout(timer.handle);
    if (this.#timers.delete(timer)) timer.work();
  }
}
