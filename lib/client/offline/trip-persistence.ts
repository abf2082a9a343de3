import type { TripDto } from "#lib/shared/trips.ts";
import { wipeDeviceData } from "./device.ts";
import { claimDeviceForUser } from "./device-claim.ts";
import { deleteStoredTrip, type StoredPage, storeTrip } from "./device-store.ts";
import { startOfflineCopy } from "./offline-trips.ts";
import type { OfflineOptions } from "./offline-copy.ts";
import type { ConfirmedThread } from "../open-trip/threads.ts";
import type { TripSession } from "../open-trip/trip-session.ts";
import { fetchSignedInUserId } from "../base/who-am-i.ts";

/** The least time between two writes to the device's storage: a person who drags a stop through a day causes one. */
const EVERY_MS = 2000;
const ANSWER_MS = 20_000;

export interface OpenedTrip extends StoredPage, OfflineOptions {
  session: TripSession;
  /** Whether the page was opened from the device's stored trip, without the service's answer. */
  isFromDevice: boolean;
}

/**
 * Stores an open trip on the device as its confirmed state changes, and makes its offline copy; does nothing when the
 * device belongs to another user by now. The returned function ends that.
 */
export async function persistTrip(opened: OpenedTrip): Promise<() => void> {
  const { session, viewer, agent, tilesUrl, hasWays, isFromDevice } = opened;
  if (!isFromDevice && !(await claimDeviceForUser(viewer.userId))) return () => undefined;
  const ends = [
    followPlan(session, { viewer, agent }),
    startOfflineCopy(session, { tilesUrl, hasWays }),
    ...(isFromDevice ? [followBuild(session)] : []),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** A page that was stored long ago may be too old for the service: it is reloaded where nothing would be lost. */
function followBuild(session: TripSession): () => void {
  const look = () => {
    if (session.connection === "outdated" && session.store.queue.state === "saved") window.location.reload();
  };
  look();
  return session.connectionChanges.add(look);
}

function followPlan(session: TripSession, page: StoredPage): () => void {
  const keeper = new TripKeeper(session, page);
  const ended = new AbortController();
  const { signal } = ended;
  const unfollow = [
    session.store.changes.add(() => keeper.soon()),
    session.threads.changes.add(() => keeper.soon()),
    session.connectionChanges.add(() => keeper.look()),
  ];
  // The trip is stored at the events "pagehide" and "visibilitychange", the last ones that a page is sure to get.
  const leave = () => void keeper.write();
  window.addEventListener("pagehide", leave, { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave(), {
    signal,
  });
  leave();
  return () => {
    leave();
    keeper.stop();
    ended.abort();
    for (const end of unfollow) end();
  };
}

class TripKeeper {
  readonly #session: TripSession;
  readonly #page: StoredPage;
  readonly #openedAt = Date.now();
  #trip: TripDto | null = null;
  #threads: readonly ConfirmedThread[] = [];
  #writtenAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(session: TripSession, page: StoredPage) {
    this.#session = session;
    this.#page = page;
  }

  soon(): void {
    const { store, threads } = this.#session;
    if (this.#timer || (store.confirmed === this.#trip && isSame(threads.known, this.#threads))) return;
    // After a pause the trip is stored at once, so that what was just read is stored when the page closes.
    this.#timer = setTimeout(() => void this.write(), Math.max(0, this.#writtenAt + EVERY_MS - Date.now()));
  }

  async write(): Promise<void> {
    this.stop();
    this.#writtenAt = Date.now();
    const { store, threads, connection, asOf } = this.#session;
    if (connection === "removed" || connection === "signed-out") return;
    this.#trip = store.confirmed;
    this.#threads = threads.known;
    const { id, deletedAt } = store.confirmed;
    if (deletedAt !== null) return deleteStoredTrip(id);
    await storeTrip({
      ...this.#page,
      id,
      trip: store.confirmed,
      threads: [...this.#threads],
      asOf: asOf ?? Date.now(),
      openedAt: this.#openedAt,
    });
  }

  /**
   * Call it when the connection's state has changed: the user may have lost the trip, or the device may belong to
   * another user.
   */
  look(): void {
    const { connection, store } = this.#session;
    if (connection === "removed") void deleteStoredTrip(store.id);
    if (connection === "signed-out") void this.#leave();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /**
   * Deletes the user's stored data if the service says that another user is signed in; a refused request alone does not
   * prove that.
   */
  async #leave(): Promise<void> {
    const { userId } = this.#session.store;
    const isMe = await fetchSignedInUserId(AbortSignal.timeout(ANSWER_MS)).then(
      (signedIn) => signedIn === userId,
      () => true,
    );
    if (!isMe) await wipeDeviceData(userId);
  }
}

function isSame(some: readonly ConfirmedThread[], others: readonly ConfirmedThread[]): boolean {
  return some.length === others.length && some.every(({ comments }, at) => comments === others[at]?.comments);
}
