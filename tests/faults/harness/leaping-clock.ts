import type { Clock } from "#lib/shared/clock.ts";

interface Timer {
  at: number;
  work: () => void;
  handle: NodeJS.Timeout;
}

/**
 * The clock of a device that sleeps now and then: time passes normally and in leaps, after which all due timers run.
 */
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

  /** Advances the clock by this many milliseconds; resolves when the due timers have started. */
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
