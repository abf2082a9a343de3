import { AppError } from "#lib/shared/errors.ts";
import { TokenBucket } from "./token-bucket.ts";
import type { RequestLimit } from "./request-limits.ts";

/** The most waiting requests of one user; further ones are refused at once. */
const MOST_WAITING = 64;
/** The time between two refusals, so that many requests that came at once are not all refused at once. */
const APART_MS = 25;
const SWEEP_ABOVE = 10_000;

interface Waiting {
  admit: () => void;
  refuse: () => void;
}

/** From this number of units on, a user's requests run one after another. */
const LARGE = 8;

interface Person {
  inside: number;
  /** The units of the user's last request beyond its first unit; null: unknown so far. */
  lastUnits: number | null;
  readonly allowance: TokenBucket;
  readonly waiting: Set<Waiting>;
  /** The timer while the first waiting request waits for units. */
  refill: NodeJS.Timeout | undefined;
}

/**
 * Limits one kind of request for each user: a number at once and a number in a minute. Other requests wait in their
 * order for a short time. It counts in this process, because it protects this process's time and connections.
 */
export class PersonQueues {
  readonly #limit: RequestLimit;
  readonly #now: () => number;
  readonly #people = new Map<string, Person>();
  #sweepAbove = SWEEP_ABOVE;

  constructor(limit: RequestLimit, now = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * Runs a request when its turn has come.
   * @param unitsOf returns what the request has cost beyond its one unit; called when the request has ended
   * @throws AppError RATE_LIMITED, with the time after which to try again
   */
  async pass<T>(
    key: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<T>,
    unitsOf: () => number = () => 0,
  ): Promise<T> {
    const person = this.#personOf(key);
    if (person.waiting.size === 0 && this.#waitMs(person) === 0) this.#enter(person);
    else await this.#turn(person, signal);
    try {
      return await work();
    } finally {
      person.inside -= 1;
      person.lastUnits = unitsOf();
      person.allowance.spend(person.lastUnits, this.#now());
      this.#admit(person);
    }
  }

  #personOf(key: string): Person {
    const known = this.#people.get(key);
    if (known) return known;
    if (this.#people.size >= this.#sweepAbove) this.#sweep();
    const { perMinute, burst } = this.#limit;
    const allowance = new TokenBucket({ perSecond: perMinute / 60, burst }, this.#now());
    const person: Person = { inside: 0, lastUnits: null, allowance, waiting: new Set(), refill: undefined };
    this.#people.set(key, person);
    return person;
  }

  #sweep(): void {
    const now = this.#now();
    for (const [key, { inside, waiting, allowance }] of this.#people) {
      if (inside === 0 && waiting.size === 0 && allowance.isFull(now)) this.#people.delete(key);
    }
    this.#sweepAbove = Math.max(SWEEP_ABOVE, this.#people.size * 2);
  }

  #enter(person: Person): void {
    person.inside += 1;
    person.allowance.spend(1, this.#now());
  }

  /**
   * Returns how long the next request must wait. Its cost is assumed to be that of the last one. Infinity: until a
   * running request ends.
   */
  #waitMs({ inside, lastUnits, allowance }: Person): number {
    const { atOnce, countsBytes } = this.#limit;
    const isLarge = countsBytes && (lastUnits === null || lastUnits > LARGE);
    if (inside >= (isLarge ? 1 : atOnce)) return Infinity;
    return allowance.waitMs(1 + (lastUnits ?? 0), this.#now());
  }

  #turn(person: Person, signal: AbortSignal): Promise<void> {
    if (person.waiting.size >= MOST_WAITING) throw this.#refusal(person);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { admit: resolve, refuse: () => reject(this.#refusal(person)) };
    const leave = (): void => {
      if (!person.waiting.delete(waiting)) return;
      waiting.refuse();
      this.#admit(person);
    };
    const late = setTimeout(leave, this.#limit.patienceMs + person.waiting.size * APART_MS);
    // A client that has closed its connection must not delay the user's other requests.
    signal.addEventListener("abort", leave, { once: true });
    person.waiting.add(waiting);
    this.#admit(person);
    return promise.finally(() => {
      clearTimeout(late);
      signal.removeEventListener("abort", leave);
    });
  }

  #admit(person: Person): void {
    for (const next of person.waiting) {
      const waitMs = this.#waitMs(person);
      if (waitMs > 0) return this.#admitLater(person, waitMs);
      person.waiting.delete(next);
      this.#enter(person);
      next.admit();
    }
  }

  #admitLater(person: Person, waitMs: number): void {
    if (person.refill !== undefined || waitMs > this.#limit.patienceMs) return;
    person.refill = setTimeout(() => {
      person.refill = undefined;
      this.#admit(person);
    }, Math.ceil(waitMs));
  }

  #refusal({ allowance, lastUnits }: Person): AppError {
    const retryAfter = Math.max(1, Math.ceil(allowance.waitMs(1 + (lastUnits ?? 0), this.#now()) / 1000));
    return new AppError(
      "RATE_LIMITED",
      `You have sent very many requests of this kind at once. Send this one again in ${retryAfter} seconds.`,
      { details: { retryAfter } },
    );
  }
}
