import type { Clock } from "#lib/shared/clock.ts";
import { MAX_SESSIONS } from "#lib/shared/protocol.ts";

export interface SessionWatchOptions {
  clock: Clock;
  /** The average time between two requests. */
  everyMs: number;
  /** The sessions of all connected sockets; a session may occur several times. */
  present(): Iterable<string>;
  /**
   * Resolves with those of the given sessions, at most {@link MAX_SESSIONS}, that may no longer be in this room.
   * Rejects while the API gives no answer.
   */
  askEnded(sessionIds: string[]): Promise<string[]>;
  dismiss(sessionId: string): Promise<void>;
}

/**
 * Checks at intervals which connected sessions may stay. The API notifies a room at once when a session is ended, but
 * that message can get lost, and a session that expires causes none. Without any socket the watch neither requests nor
 * waits.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  #isOn = false;
  #cancelWait: (() => void) | null = null;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
  }

  /** Starts the checks when the first socket is connected; further calls change nothing. */
  begin(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#wait();
  }

  /** Ends the checks when no socket is connected any more. */
  end(): void {
    this.#isOn = false;
    this.#cancelWait?.();
    this.#cancelWait = null;
  }

  #wait(): void {
    const { clock, everyMs } = this.#options;
    // The random part spreads the requests of rooms that restarted together.
    this.#cancelWait = clock.after(everyMs * (0.75 + clock.random() / 2), () => {
      this.#cancelWait = null;
      void this.#look();
    });
  }

  async #look(): Promise<void> {
    const asked = [...new Set(this.#options.present())];
    try {
      for (let start = 0; start < asked.length; start += MAX_SESSIONS) {
        await this.#dismissEnded(asked.slice(start, start + MAX_SESSIONS));
      }
    } catch {
      // Without an answer all sessions stay until the next check.
    }
    // During the request all sockets may have left, and others connected, for which a wait already runs.
    if (this.#isOn && !this.#cancelWait) this.#wait();
  }

  async #dismissEnded(asked: string[]): Promise<void> {
    const ended = new Set(await this.#options.askEnded(asked));
    for (const sessionId of asked) if (ended.has(sessionId)) await this.#options.dismiss(sessionId);
  }
}
