import { TripRequests } from "#lib/client/trip-requests.ts";
import type { Notice } from "#lib/client/notices.ts";
import { createTripActions, type TripActions } from "#lib/client/trip-actions.ts";
import { TripStore } from "#lib/client/trip-store.ts";
import { StoredWrites } from "#lib/client/stored-writes.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { FakeClock, settle } from "./fake-clock.ts";
import { FakeService } from "./fake-service.ts";
import { FakeTabs, MemoryWrites } from "./memory-writes.ts";
import { ANN, trip as sampleTrip } from "./sample-trip.ts";

/** A page with a trip open, on a device that keeps unsent writes. */
export interface Page {
  store: TripStore;
  actions: TripActions;
  keeper: StoredWrites;
  service: FakeService;
  notices: Notice[];
  /** The page is left for another of the same tab: nobody reads its notices any more. */
  leave(): void;
  /** The page goes without a word, with all that it had in memory. */
  kill(): Promise<void>;
}

/** One browser: its pages come and go, what it keeps stays. */
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
    await settle();
    const kill = async () => {
      await settle();
      store.queue.hold();
      await tabs.kill();
      await settle();
    };
    const actions = createTripActions(store, () => undefined);
    return { store, actions, keeper, service, notices, leave, kill };
  }
}

/** Everything that a page asked for is lost. */
export async function loseAll({ service }: Page): Promise<void> {
  for (const sent of service.sent) await sent.lose();
}
