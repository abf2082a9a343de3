import { type SessionOptions, TripSession } from "#lib/client/open-trip/trip-session.ts";
import { StoredWrites } from "#lib/client/sync/stored-writes.ts";
import type { WriteStore } from "#lib/client/sync/write-store.ts";
import type { FakeTabs, MemoryWrites } from "./memory-writes.ts";

/** What a person's browser stores independently of its pages. */
export interface Browser {
  writes: MemoryWrites;
  tabs: FakeTabs;
}

/** A page with the trip open, which can lose its network, or be killed with everything in its memory. */
export class FuzzPage {
  readonly session: TripSession;
  /** Resolves when the page is killed. */
  readonly gone: Promise<null>;
  isOnline = true;
  #isAlive = true;
  readonly #end: (gone: null) => void;
  readonly #tabs: ReturnType<FakeTabs["page"]>;

  constructor({ writes, tabs }: Browser, options: SessionOptions) {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.gone = promise;
    this.#end = resolve;
    this.#tabs = tabs.page();
    const reach = options.call?.fetch ?? fetch;
    this.session = new TripSession({
      ...options,
      call: { ...options.call, fetch: (...request) => this.#fetch(reach, request) },
      keep: async (trip, given) =>
        new StoredWrites(trip, { ...given, store: this.#whileAlive(writes), tabs: this.#tabs }),
    });
    this.session.start();
  }

  /** Ends the page; answers that are on their way reach nobody. */
  async kill(): Promise<void> {
    this.#isAlive = false;
    this.session.stop();
    this.#end(null);
    await this.#tabs.kill();
  }

  goOffline(): void {
    this.isOnline = false;
    this.session.offline();
  }

  goOnline(): void {
    if (this.isOnline) return;
    this.isOnline = true;
    this.session.wake();
  }

  /** Returns a store that ignores writes after the page has ended. */
  #whileAlive(writes: MemoryWrites): WriteStore {
    const ask = <T>(act: () => Promise<T>): Promise<T> => (this.#isAlive ? act() : nothing);
    return {
      add: (entry) => ask(() => writes.add(entry)),
      put: (entry) => ask(() => writes.put(entry)),
      remove: (orders) => ask(() => writes.remove(orders)),
      list: (userId, tripId) => ask(() => writes.list(userId, tripId)),
      hand: (whose, from, to) => ask(() => writes.hand(whose, from, to)),
      takeOver: (guestId, userId) => ask(() => writes.takeOver(guestId, userId)),
    };
  }

  async #fetch(reach: typeof fetch, request: Parameters<typeof fetch>): Promise<Response> {
    if (!this.isOnline) throw new TypeError("There is no network.");
    try {
      return this.#isAlive ? await reach(...request) : await nothing;
    } finally {
      // A page that has ended receives no answers.
      if (!this.#isAlive) await nothing;
    }
  }
}

const nothing = new Promise<never>(() => undefined);
