import type { Clock } from "#lib/shared/clock.ts";
import type { ClientMessage, PresenceState } from "#lib/shared/protocol.ts";

/**
 * The least time between two presence messages; the room accepts ten messages a second, of all kinds, from a socket.
 */
const EVERY_MS = 250;
const NOTHING_OPEN: PresenceState = { stopId: null, field: null };

/** Reports to the room what this person has open: the first change at once, changes that follow closely as one. */
export class PresenceSender {
  readonly #clock: Clock;
  readonly #send: (message: ClientMessage) => void;
  #state = NOTHING_OPEN;
  #said = NOTHING_OPEN;
  #cancelPause: (() => void) | null = null;

  constructor(clock: Clock, send: (message: ClientMessage) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  say(state: PresenceState): void {
    this.#state = state;
    this.#speak();
  }

  /** Reports the state to a new connection, which knows of nothing open. */
  sayAgain(): void {
    this.hush();
    this.#said = NOTHING_OPEN;
    this.#speak();
  }

  hush(): void {
    this.#cancelPause?.();
    this.#cancelPause = null;
  }

  #speak(): void {
    const { stopId, field } = this.#state;
    if (this.#cancelPause || (stopId === this.#said.stopId && field === this.#said.field)) return;
    this.#said = this.#state;
    this.#send({ type: "presence", state: this.#state });
    this.#cancelPause = this.#clock.after(EVERY_MS, () => {
      this.#cancelPause = null;
      this.#speak();
    });
  }
}
