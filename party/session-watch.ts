import type { Clock } from "#lib/shared/clock.ts";
import { MAX_SESSIONS } from "#lib/shared/protocol.ts";

export interface SessionWatchOptions {
  clock: Clock;
  /** Between two questions, more or less. */
  everyMs: number;
  /** The sessions of all who are here; one may come up several times. */
  present(): Iterable<string>;
  /** Which of these, at most {@link MAX_SESSIONS}, have no business here any more. Rejects while the API is away. */
  askEnded(sessionIds: string[]): Promise<string[]>;
  dismiss(sessionId: string): Promise<void>;
}

/**
 * Asks now and then who of those who are here may still be: the API tells a room at once when a session ends, but what it
 * says can get lost, and a session that reaches its end says nothing. While nobody is here it neither asks nor waits.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  #isOn = false;
  #cancelWait: (() => void) | null = null;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
  }

  /** Somebody is here; said again, it changes nothing. */
  begin(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#wait();
  }

  /** Nobody is here any more. */
  end(): void {
    this.#isOn = false;
    this.#cancelWait?.();
    this.#cancelWait = null;
  }

  #wait(): void {
    const { clock, everyMs } = this.#options;
    // Rooms that came back together do not ask together.
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
      // No answer says nothing of anybody: all stay until the next one.
    }
    // Everybody may have left meanwhile, and others come.
    if (this.#isOn && !this.#cancelWait) this.#wait();
  }

  async #dismissEnded(asked: string[]): Promise<void> {
    const ended = new Set(await this.#options.askEnded(asked));
    for (const sessionId of asked) if (ended.has(sessionId)) await this.#options.dismiss(sessionId);
  }
}
