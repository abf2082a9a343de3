import { call } from "../base/api.ts";
import type { TripRequests } from "./trip-requests.ts";
import { eventsApi } from "../base/operations.ts";
import type { TripStore } from "./trip-store.ts";
import type { PendingWrite } from "./pending-write.ts";
import { advanceBase, isServiceRefusal, dependenciesOf } from "./write-rules.ts";

const PAGE = 500;
/**
 * The maximum number of pages that are read of an event log. If the log has grown by more, changes by others in the
 * unread part count as conflicts.
 */
const MAX_PAGES = 20;

/**
 * Catch-up for writes that an earlier page has made over an older state of the trip. Before they are sent, the event
 * log is read from that state on, so that what their author did since is no conflict, and what others did is one.
 */
export class LogCatchUp {
  readonly #trip: TripStore;
  readonly #line: TripRequests;
  #behind: readonly PendingWrite[] = [];

  constructor(trip: TripStore, line: TripRequests) {
    this.#trip = trip;
    this.#line = line;
  }

  expect(restored: readonly PendingWrite[]): void {
    const behind = restored.filter(
      ({ write, baseSeq }) => dependenciesOf(write) !== null && baseSeq !== undefined,
    );
    this.#behind = [...this.#behind, ...behind];
  }

  /** Reads the event log for a write of an earlier page, before the write is sent. Rejects when no answer came. */
  async before(pending: PendingWrite): Promise<void> {
    if (!this.#behind.includes(pending)) return;
    const { baseSeq: start = 0 } = pending;
    const covered = this.#behind.filter(({ baseSeq = 0 }) => baseSeq >= start);
    try {
      await this.#read(start);
    } catch (error) {
      // Without the event log the service decides. It does not know which changes are the author's own, so it may find
      // a conflict too many.
      if (!isServiceRefusal(error)) throw error;
    }
    const { recent, userId } = this.#trip;
    // Events that arrived live during the reading have not advanced the covered writes yet.
    for (const event of recent) for (const each of covered) advanceBase(each, event, userId);
    this.#behind = this.#behind.filter((each) => !covered.includes(each));
  }

  async #read(start: number): Promise<void> {
    let after = start;
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = { after, limit: PAGE };
      const { data } = await this.#line.askAsMe((options) =>
        call(eventsApi.list, { params: { tripId: this.#trip.id }, query }, options),
      );
      for (const event of data.events) {
        for (const each of this.#behind) advanceBase(each, event, this.#trip.userId);
      }
      const last = data.events.at(-1)?.seq ?? after;
      if (last >= data.seq || last === after) return;
      after = last;
    }
  }
}
