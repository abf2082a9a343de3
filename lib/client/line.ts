import type { Clock } from "#lib/shared/clock.ts";
import { ApiError, type CallOptions } from "./api.ts";
import { doubtPage } from "./page-user.ts";

/** A connection that swallows requests is as good as none. */
const SILENT_MS = 20_000;
/** What a living connection would have answered by now, when something says that the old one is gone. */
const SLOW_MS = 3_000;

export interface LineOptions {
  clock: Clock;
  /** Whose requests these are. */
  userId: string;
  /** How to reach the service; empty in the web app. */
  call?: CallOptions;
  /** The user whose session requests carry now; for clients whose session may change under them. */
  whoAmI?: ((signal: AbortSignal) => Promise<string | null>) | undefined;
}

/**
 * The way to the service for one open trip: no request is waited for without end, and what must go out as this person
 * goes out as nobody else, however often the browser's session changes in other tabs.
 */
export class Line {
  readonly #options: LineOptions;
  readonly #running = new Map<AbortController, number>();
  /** Moments since which the session may be someone else's, and how many of them have been cleared up. */
  #doubts = 0;
  #cleared = 0;
  #asking: Promise<void> | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  ask<T>(request: (options: CallOptions) => Promise<T>): Promise<T> {
    const { call, userId: pageUser } = this.#options;
    return this.#within((signal) => request({ ...call, pageUser, signal }));
  }

  /** Rejects with a 401 of its own, and sends nothing, when someone else or nobody is signed in by now. */
  async askAsMe<T>(request: (options: CallOptions) => Promise<T>): Promise<T> {
    await this.requireMe();
    return this.ask(request);
  }

  /** Whose requests these are. */
  get userId(): string {
    return this.#options.userId;
  }

  /** Asks whose session it is, if there is any doubt. */
  async requireMe(): Promise<void> {
    while (this.#cleared < this.#doubts) {
      this.#asking ??= this.#askUser().finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
  }

  /** The session may have changed: after sleep, without network, in another tab. */
  doubt(): void {
    if (this.#options.whoAmI) this.#doubts += 1;
  }

  /** Gives up what is overdue; whoever asked asks again. */
  giveUp(): void {
    const overdue = this.#options.clock.now() - SLOW_MS;
    for (const [abort, since] of this.#running) if (since <= overdue) abort.abort();
  }

  async #askUser(): Promise<void> {
    const { userId, whoAmI } = this.#options;
    const doubts = this.#doubts;
    const signedIn = await this.#within(async (signal) => (whoAmI ? whoAmI(signal) : userId));
    if (signedIn !== userId) {
      if (signedIn !== null) doubtPage();
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
