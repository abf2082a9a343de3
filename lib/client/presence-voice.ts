import type { Clock } from "#lib/shared/clock.ts";
import type { ClientMessage, PresenceState } from "#lib/shared/protocol.ts";

/** The room lets a socket say ten things a second, all told. */
const EVERY_MS = 250;
const NOTHING_OPEN: PresenceState = { stopId: null, field: null };

/** Tells the room what this person has open: a change at once, those that follow closely as one. */
export class PresenceVoice {
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

  /** To a new connection, which knows of nothing open. */
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
