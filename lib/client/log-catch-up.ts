import { call } from "./api.ts";
import type { Line } from "./line.ts";
import { eventsApi } from "./operations.ts";
import type { TripStore } from "./trip-store.ts";
import type { Pending } from "./pending.ts";
import { advanceBase, isSaid, restsOn } from "./write-rules.ts";

const PAGE = 500;
/** A log that has grown by more is not read: what others may have changed is then a conflict. */
const MAX_PAGES = 20;

/**
 * Writes that an earlier page has made over a trip of then: before they go out, the log is read from there on, so that
 * what their author did since is no conflict, and what others did is one.
 */
export class LogCatchUp {
  readonly #trip: TripStore;
  readonly #line: Line;
  #behind: readonly Pending[] = [];

  constructor(trip: TripStore, line: Line) {
    this.#trip = trip;
    this.#line = line;
  }

  expect(restored: readonly Pending[]): void {
    const behind = restored.filter(({ write, baseSeq }) => restsOn(write) !== null && baseSeq !== undefined);
    this.#behind = [...this.#behind, ...behind];
  }

  /** Before it is sent. Rejects where the log could not be read for want of an answer. */
  async before(pending: Pending): Promise<void> {
    if (!this.#behind.includes(pending)) return;
    const { baseSeq: start = 0 } = pending;
    const covered = this.#behind.filter(({ baseSeq = 0 }) => baseSeq >= start);
    try {
      await this.#read(start);
    } catch (error) {
      // Without the log the service decides, which knows no author: rather a conflict too many.
      if (!isSaid(error)) throw error;
    }
    const { recent, userId } = this.#trip;
    // What came live in the meantime was not their turn yet.
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
