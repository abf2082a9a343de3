import type { Clock } from "#lib/shared/clock.ts";

interface Timer {
  at: number;
  work: () => void;
}

/** A clock on which time passes only when the test says so. */
export class FakeClock implements Clock {
  #now = Date.parse("2026-11-14T09:00:00Z");
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, work };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  random(): number {
    return 0.5;
  }

  /** The number of timers that wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Advances the time, and lets promises run in between. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await flushPromises();
    for (let next = this.#nextBefore(until); next; next = this.#nextBefore(until)) {
      this.#now = Math.max(this.#now, next.at);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.work();
      await flushPromises();
    }
    this.#now = until;
  }

  #nextBefore(until: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
  }
}

/** Waits until everything that is ready to run has run. */
export function flushPromises(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
