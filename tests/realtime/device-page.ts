import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import { StoredWrites } from "#lib/client/sync/stored-writes.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { FakeClock, flushPromises } from "./fake-clock.ts";
import { FakeService } from "./fake-service.ts";
import { FakeTabs, MemoryWrites } from "./memory-writes.ts";
import { ANN, trip as sampleTrip } from "./sample-trip.ts";

/** A page with a trip open, on a device that stores unsent writes. */
export interface Page {
  store: TripStore;
  actions: TripActions;
  keeper: StoredWrites;
  service: FakeService;
  notices: Notice[];
  /** Moves on to another page of the same tab; nobody reads this page's notices any more. */
  leave(): void;
  /** Ends the page at once, with everything in its memory. */
  kill(): Promise<void>;
}

/** One browser, whose storage outlives its pages. */
export class Device {
  readonly writes = new MemoryWrites();
  readonly clock = new FakeClock();
  readonly tabs = new FakeTabs();

  async open({ userId = ANN, trip = sampleTrip() }: { userId?: string; trip?: TripDto } = {}): Promise<Page> {
    const service = new FakeService();
    const { clock } = this;
    const line = new TripRequests({ userId, clock, call: { fetch: service.fetch } });
    const store = new TripStore(trip, { userId, clock, line });
    const notices: Notice[] = [];
    const leave = store.notices.add((notice) => notices.push(notice));
    const tabs = this.tabs.page();
    const keeper = new StoredWrites(store, { line, clock, store: this.writes, tabs });
    store.queue.isWrittenDown = true;
    void store.queue.holdUntil(keeper.open());
    await flushPromises();
    const kill = async () => {
      await flushPromises();
      store.queue.hold();
      await tabs.kill();
      await flushPromises();
    };
    const actions = createTripActions(store, () => undefined);
    return { store, actions, keeper, service, notices, leave, kill };
  }
}

/** Makes all requests of a page fail as if they were lost. */
export async function loseAll({ service }: Page): Promise<void> {
  for (const sent of service.sent) await sent.lose();
}
