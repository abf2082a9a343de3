import type { Clock } from "#lib/shared/clock.ts";
import type { ClientMessage } from "#lib/shared/protocol.ts";

const CAPACITY = 60;
const PER_SECOND = 10;
/**
 * How much of a socket's budget each type of message costs. A `since` costs most, because its answer may be five
 * hundred messages long.
 */
const COST = { since: 5, presence: 1, ping: 1 } satisfies Record<ClientMessage["type"], number>;

/** The rate limit of one socket's messages: a burst, then a steady rate. */
export class MessageRateLimit {
  readonly #clock: Clock;
  #left = CAPACITY;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  /** Takes a message's cost from the budget; returns false when the budget is used up. */
  spend(type: ClientMessage["type"]): boolean {
    const now = this.#clock.now();
    this.#left = Math.min(CAPACITY, this.#left + ((now - this.#at) / 1000) * PER_SECOND);
    this.#at = now;
    this.#left -= COST[type];
    return this.#left >= 0;
  }
}
