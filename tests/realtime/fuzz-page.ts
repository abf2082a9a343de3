import { type SessionOptions, TripSession } from "#lib/client/trip-session.ts";
import { StoredWrites } from "#lib/client/stored-writes.ts";
import type { WriteStore } from "#lib/client/write-store.ts";
import type { FakeTabs, MemoryWrites } from "./memory-writes.ts";

/** What a person's browser keeps while its pages come and go. */
export interface Browser {
  writes: MemoryWrites;
  tabs: FakeTabs;
}

/** One page with the trip open, which may lose its network or be killed with all that it has in memory. */
export class FuzzPage {
  readonly session: TripSession;
  /** Resolves once it is killed. */
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

  /** Nobody hears what was on its way. */
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

  /** A page that is gone writes nothing down. */
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
      // A page that is gone takes no answers.
      if (!this.#isAlive) await nothing;
    }
  }
}

const nothing = new Promise<never>(() => undefined);
