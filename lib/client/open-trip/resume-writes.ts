import { ApiError, call } from "../base/api.ts";
import { deleteStoredWrites, storedTextsByTrip } from "../sync/device-writes-store.ts";
import { holdSocketOpen, tripSessionOf } from "./open-trips.ts";
import { tripsApi } from "../base/operations.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TripSession } from "./trip-session.ts";
import { fetchSignedInUserId } from "../base/who-am-i.ts";

/**
 * The writes of one trip that an earlier page has left on this device, as far as their author has to know about them.
 */
export interface TripWithStoredWrites {
  tripId: string;
  /** The trip's title; null when the author is no longer in the trip, so that nobody can send the writes. */
  title: string | null;
  /** How many writes could not be saved. */
  count: number;
  /** The text that was typed in the writes that could not be saved. */
  text: string;
}

/**
 * The maximum number of trips whose stored writes are sent when the list of trips is opened; those of further trips are
 * sent when it is opened next.
 */
const MAX_AT_ONCE = 10;
const ANSWER_MS = 20_000;

/**
 * Sends the stored writes of one user, of all trips, without any trip being opened; and reports the writes that nobody
 * can send, or that were refused.
 */
export class ResumedWrites {
  readonly changes = new Subscribers<[]>();
  readonly #userId: string;
  readonly #trips = new Map<string, TripWithStoredWrites>();
  readonly #ends: (() => void)[] = [];
  #isOver = false;

  constructor(userId: string) {
    this.#userId = userId;
  }

  get trips(): readonly TripWithStoredWrites[] {
    return [...this.#trips.values()].filter(({ count }) => count > 0);
  }

  /** Reads the stored writes and sends them. Rejects when the device stores nothing, or the service gives no answer. */
  async open(): Promise<void> {
    const kept = await storedTextsByTrip(this.#userId);
    // Another tab may have signed in another user since this page was loaded.
    if (kept.size === 0 || (await fetchSignedInUserId(AbortSignal.timeout(ANSWER_MS))) !== this.#userId)
      return;
    for (const left of [...kept].slice(0, MAX_AT_ONCE)) await this.#openTrip(...left);
  }

  /** Requests that are under way continue until they have arrived. */
  close(): void {
    this.#isOver = true;
    for (const end of this.#ends.splice(0)) end();
  }

  /** Deletes the stored writes of a trip that their author is no longer in. */
  async discard({ tripId }: TripWithStoredWrites): Promise<void> {
    await deleteStoredWrites(this.#userId, tripId);
    this.#trips.delete(tripId);
    this.changes.tell();
  }

  async #openTrip(tripId: string, texts: readonly string[]): Promise<void> {
    if (this.#isOver) return;
    try {
      const { data } = await call(tripsApi.get, { params: { tripId } });
      if (!this.#isOver) this.#follow(tripSessionOf(data, this.#userId));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      this.#tell({ tripId, title: null, count: texts.length, text: texts.join("\n\n") });
    }
  }

  #tell(left: TripWithStoredWrites): void {
    this.#trips.set(left.tripId, left);
    this.changes.tell();
  }

  /** The session is held no longer than needed, because the other members see who has the trip open. */
  #follow(session: TripSession): void {
    const { store, keeping } = session;
    const release = holdSocketOpen(session);
    const ends = [store.changes.add(look), keeping.changes.add(look), release];
    const stop = () => ends.splice(0).forEach((end) => end());
    this.#ends.push(stop);
    const tell = (count: number) =>
      this.#tell({ tripId: store.id, title: store.trip.title, count, text: "" });
    function look(): void {
      const { keeper } = keeping;
      if (!keeper) return;
      tell(keeper.refused.length + keeper.unreadable.length);
      if (store.queue.state === "saved") stop();
    }
  }
}
