import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { ApiError } from "../base/api.ts";

const RETRY = { firstMs: 400, maxMs: 15_000 };

/** Why the service did not execute the last attempt. */
export interface RetryDelay {
  /** limited: too many requests in a short time · busy: the service can't save anything right now. */
  why: "limited" | "busy";
  /** When the next attempt is made, in milliseconds since the epoch. */
  until: number;
}

/** The pause between two attempts to send the oldest unsent write; it grows with each attempt. */
export class QueueWait {
  readonly #clock: Clock;
  readonly #onOver: () => void;
  #attempts = 0;
  #cancel: (() => void) | null = null;
  #hindrance: RetryDelay | null = null;

  constructor(clock: Clock, onOver: () => void) {
    this.#clock = clock;
    this.#onOver = onOver;
  }

  get isRunning(): boolean {
    return this.#cancel !== null;
  }

  /** Whether the last attempt failed, even while the next one is running. */
  get hasFailed(): boolean {
    return this.#attempts > 0;
  }

  /** Why the service did not execute the last attempt; null when no attempt failed, or no answer came. */
  get hindrance(): RetryDelay | null {
    return this.#hindrance;
  }

  /** Forgets the failed attempts; call it when the service has decided on a write. */
  reset(): void {
    this.#attempts = 0;
    this.#hindrance = null;
  }

  begin(error: unknown): void {
    const delay = Math.max(backoffDelay(this.#attempts++, RETRY, this.#clock), askedPause(error));
    this.#hindrance = hindranceOf(error, this.#clock.now() + delay);
    this.#cancel = this.#clock.after(delay, () => this.#over());
  }

  /** Ends the pause, because the next attempt may succeed. A client that sent too many requests waits all the same. */
  cutShort(): void {
    const { why, until = 0 } = this.#hindrance ?? {};
    if (this.isRunning && why === "limited" && this.#clock.now() < until) return;
    this.#cancel?.();
    this.#over();
  }

  #over(): void {
    this.#cancel = null;
    this.#onOver();
  }
}

/** Returns the pause that a temporary refusal asks for, in milliseconds. */
function askedPause(error: unknown): number {
  const seconds = error instanceof ApiError ? Number(error.body.details?.["retryAfter"] ?? 0) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

function hindranceOf(error: unknown, until: number): RetryDelay | null {
  if (!(error instanceof ApiError) || error.status === 401) return null;
  return { why: error.status === 429 ? "limited" : "busy", until };
}
