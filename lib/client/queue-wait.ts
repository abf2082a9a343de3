import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { ApiError } from "./api.ts";

const RETRY = { firstMs: 400, maxMs: 15_000 };

/** What the service has said to the last attempt. */
export interface Hindrance {
  /** limited: too many in a short time · busy: it can't save anything right now. */
  why: "limited" | "busy";
  /** When the next attempt is made, in milliseconds since the epoch. */
  until: number;
}

/** The pause between two attempts at the oldest unsent write, longer each time. */
export class QueueWait {
  readonly #clock: Clock;
  readonly #onOver: () => void;
  #attempts = 0;
  #cancel: (() => void) | null = null;
  #hindrance: Hindrance | null = null;

  constructor(clock: Clock, onOver: () => void) {
    this.#clock = clock;
    this.#onOver = onOver;
  }

  get isRunning(): boolean {
    return this.#cancel !== null;
  }

  /** The last attempt failed, whether or not the next is on its way. */
  get hasFailed(): boolean {
    return this.#attempts > 0;
  }

  /** null: nothing failed, or nobody answered. */
  get hindrance(): Hindrance | null {
    return this.#hindrance;
  }

  /** The service has decided on a write. */
  reset(): void {
    this.#attempts = 0;
    this.#hindrance = null;
  }

  begin(error: unknown): void {
    const delay = Math.max(backoffDelay(this.#attempts++, RETRY, this.#clock), askedPause(error));
    this.#hindrance = hindranceOf(error, this.#clock.now() + delay);
    this.#cancel = this.#clock.after(delay, () => this.#over());
  }

  /** Something says that the next attempt may go well; whoever was too fast waits all the same. */
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

/** In milliseconds, of a refusal that passes. */
function askedPause(error: unknown): number {
  const seconds = error instanceof ApiError ? Number(error.body.details?.["retryAfter"] ?? 0) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

function hindranceOf(error: unknown, until: number): Hindrance | null {
  if (!(error instanceof ApiError) || error.status === 401) return null;
  return { why: error.status === 429 ? "limited" : "busy", until };
}
