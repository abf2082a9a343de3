import type { Clock } from "#lib/shared/clock.ts";
import { ApiError, type CallOptions } from "../base/api.ts";
import { reportPageUserDoubt } from "../base/page-user.ts";

/** A connection that gives no answer for this long counts as no connection. */
const SILENT_MS = 20_000;
/**
 * A working connection would have answered within this time; it is used when something indicates that the old
 * connection is gone.
 */
const SLOW_MS = 3_000;

export interface TripRequestsOptions {
  clock: Clock;
  /** The user that these requests are for. */
  userId: string;
  /** Options of each call, such as the service's address; empty in the web app. */
  call?: CallOptions;
  /**
   * Resolves with the user whose session the requests carry now; for clients whose session may change while they run.
   */
  whoAmI?: ((signal: AbortSignal) => Promise<string | null>) | undefined;
}

/**
 * The requests of one open trip to the service. No request waits without end, and a request that must be sent as this
 * user is sent as nobody else, however often the browser's session changes in other tabs.
 */
export class TripRequests {
  readonly #options: TripRequestsOptions;
  readonly #running = new Map<AbortController, number>();
  /**
   * The number of moments since which the session may belong to another user, and how many of them have been checked.
   */
  #doubts = 0;
  #cleared = 0;
  #asking: Promise<void> | null = null;

  constructor(options: TripRequestsOptions) {
    this.#options = options;
  }

  ask<T>(request: (options: CallOptions) => Promise<T>): Promise<T> {
    const { call, userId: pageUser } = this.#options;
    return this.#within((signal) => request({ ...call, pageUser, signal }));
  }

  /** Rejects with a 401 of its own, and sends nothing, when another user or nobody is signed in by now. */
  async askAsMe<T>(request: (options: CallOptions) => Promise<T>): Promise<T> {
    await this.requireMe();
    return this.ask(request);
  }

  /** The user that these requests are for. */
  get userId(): string {
    return this.#options.userId;
  }

  /** Checks whose session the requests carry, if there is any doubt. */
  async requireMe(): Promise<void> {
    while (this.#cleared < this.#doubts) {
      this.#asking ??= this.#askUser().finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
  }

  /**
   * Makes the next request check who is signed in: after sleep, after a time without network, or after a change in
   * another tab.
   */
  doubt(): void {
    if (this.#options.whoAmI) this.#doubts += 1;
  }

  /** Aborts overdue requests; their callers send them again. */
  giveUp(): void {
    const overdue = this.#options.clock.now() - SLOW_MS;
    for (const [abort, since] of this.#running) if (since <= overdue) abort.abort();
  }

  async #askUser(): Promise<void> {
    const { userId, whoAmI } = this.#options;
    const doubts = this.#doubts;
    const signedIn = await this.#within(async (signal) => (whoAmI ? whoAmI(signal) : userId));
    if (signedIn !== userId) {
      if (signedIn !== null) reportPageUserDoubt();
      const message = "Someone else is signed in here now, or nobody.";
      const code = signedIn === null ? "UNAUTHENTICATED" : "OTHER_ACCOUNT";
      throw new ApiError(401, { code, message, requestId: "" });
    }
    this.#cleared = doubts;
  }

  async #within<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock } = this.#options;
    const abort = new AbortController();
    const cancel = clock.after(SILENT_MS, () => abort.abort());
    this.#running.set(abort, clock.now());
    try {
      return await request(abort.signal);
    } finally {
      cancel();
      this.#running.delete(abort);
    }
  }
}
