import type { TripDto } from "#lib/shared/trips.ts";
import { claimCovers, dropCover, wipeCovers } from "../storage/cover-store.ts";
import {
  claimOffline,
  deleteOfflineCopy,
  evictLargestMap,
  wipeOfflineStore,
} from "../storage/offline-store.ts";
import {
  OwnedDatabase,
  type OwnedSchema,
  readOwner,
  type OwnedTransaction as WritingOf,
} from "../storage/owned-database.ts";
import { isQuotaExceeded } from "../storage/storage-quota.ts";
import type { ConfirmedThread } from "../open-trip/threads.ts";

/*
 * The trips that a browser stores for one user, so that they open without a network. The service worker reads the same
 * database by these names (public/sw.js). No function of this module reports an error: a page without the database
 * works, but needs the network.
 */
const NAME = "wayfare-device";
/**
 * The version of the stored data's shape. A browser that holds another version deletes its data. A test tells when a
 * change needs another number.
 */
export const DEVICE_SCHEMA_VERSION = 5;
const MAX_TRIPS = 30;
const SAME_MOMENT_MS = 60_000;

/** The data that the page gets besides the trip. */
export interface StoredPage {
  viewer: { userId: string; defaultCurrency: string | null; isGuest: boolean };
  agent: { isCollapsed: boolean } | null;
}

export interface StoredTrip extends StoredPage {
  id: string;
  /** The trip as the service has confirmed it, without this person's unsent writes. */
  trip: TripDto;
  threads: ConfirmedThread[];
  /** When the service last confirmed this state of the trip, in milliseconds since 1970. */
  asOf: number;
  openedAt: number;
}

/** The fields of a trip that a list of trips shows. */
export type ListedTrip = Pick<TripDto, "id" | "title" | "startDate" | "endDate">;

interface Schema extends OwnedSchema {
  trips: { key: string; value: StoredTrip };
  /** The store has one row: the trips that the list showed last. */
  lists: { key: "current"; value: ListedTrip[] };
}
type Writing = WritingOf<Schema>;

const device = new OwnedDatabase<Schema>({
  name: NAME,
  version: DEVICE_SCHEMA_VERSION,
  stores: ["owner", "trips", "lists"],
  upgrade(db) {
    for (const store of db.objectStoreNames) db.deleteObjectStore(store);
    for (const store of ["owner", "lists"] as const) db.createObjectStore(store);
    db.createObjectStore("trips", { keyPath: "id" });
  },
});

/** Resolves with null when the change failed. */
function change<T>(work: (tx: Writing) => Promise<T>): Promise<T | null> {
  return device.change(work).catch(() => null);
}

/**
 * Claims the device for the user to whom the service has answered a page at `askedAt`: stored data of other users is
 * deleted. Resolves with false when somebody has signed out since, in another tab.
 */
export async function claimDevice(userId: string, askedAt: number): Promise<boolean> {
  const isClaimed = await device.claim(userId, askedAt).catch(() => false);
  if (isClaimed) await Promise.all([claimOffline(userId, askedAt), claimCovers(userId, askedAt)]);
  return isClaimed;
}

/** Deletes all stored data; with `userId`, only if it belongs to that user. */
export async function wipeDevice(userId?: string): Promise<void> {
  await Promise.all([
    device.wipe(userId).catch(() => undefined),
    wipeOfflineStore(userId),
    wipeCovers(userId),
  ]);
}

/** Stores a trip, unless a later state of it is stored, or the device belongs to another user by now. */
export async function storeTrip(kept: StoredTrip): Promise<void> {
  try {
    await device.change((tx) => putTrip(tx, kept));
  } catch (error) {
    // The storage is most likely full: deleting offline map data frees space, or else deleting the trips that were not
    // opened for longest. The write is tried again once.
    if (!isQuotaExceeded(error) || !(await evictLargestMap())) await change((tx) => prune(tx, MAX_TRIPS / 3));
    await change((tx) => putTrip(tx, kept));
  }
}

async function putTrip(tx: Writing, kept: StoredTrip): Promise<boolean> {
  if ((await readOwner(tx)) !== kept.viewer.userId) return false;
  const trips = tx.objectStore("trips");
  const former = await trips.get(kept.id);
  if (former && isAhead(former, kept)) return false;
  await trips.put({ ...kept, threads: withFormer(kept.threads, former?.threads ?? []) });
  if (!former) await prune(tx, MAX_TRIPS);
  return true;
}

/**
 * Of the states of two tabs, the later seq counts. A state that was read much later counts in any case: a service can
 * return to a backup with a lower seq.
 */
function isAhead(former: StoredTrip, kept: StoredTrip): boolean {
  return former.trip.seq > kept.trip.seq && former.asOf > kept.asOf - SAME_MOMENT_MS;
}

/** Returns the threads of this page, and the stored threads that only an earlier page has read. */
function withFormer(
  threads: readonly ConfirmedThread[],
  former: readonly ConfirmedThread[],
): ConfirmedThread[] {
  const known = new Set(threads.map(({ target }) => target.id));
  return [...threads, ...former.filter(({ target }) => !known.has(target.id))];
}

async function prune(tx: Writing, most: number): Promise<void> {
  const trips = tx.objectStore("trips");
  const all = await trips.getAll();
  const old = all.toSorted((a, b) => b.openedAt - a.openedAt).slice(most);
  for (const { id } of old) {
    await trips.delete(id);
    void deleteOfflineCopy(id);
  }
}

/** Deletes a trip that is deleted, or that this user is no longer in. */
export async function deleteStoredTrip(tripId: string): Promise<void> {
  await Promise.all([dropFrom(tripId), deleteOfflineCopy(tripId), dropCover(tripId)]);
}

async function dropFrom(tripId: string): Promise<void> {
  await change(async (tx) => {
    await tx.objectStore("trips").delete(tripId);
    const lists = tx.objectStore("lists");
    const list = await lists.get("current");
    if (list)
      await lists.put(
        list.filter(({ id }) => id !== tripId),
        "current",
      );
  });
}

/** Stores the trips that the list of trips shows. */
export async function storeTripList(userId: string, trips: readonly ListedTrip[]): Promise<void> {
  const rows = trips.map(({ id, title, startDate, endDate }) => ({ id, title, startDate, endDate }));
  await change(async (tx) => {
    if ((await readOwner(tx)) === userId) await tx.objectStore("lists").put(rows, "current");
  });
}

/** Returns a stored trip in its last stored state. */
export async function readTrip(tripId: string): Promise<StoredTrip | null> {
  return change(async (tx) => {
    const kept = await tx.objectStore("trips").get(tripId);
    return kept?.viewer.userId === (await readOwner(tx)) ? (kept ?? null) : null;
  });
}

export interface DeviceTrips {
  /** The user that all of the data belongs to; null when it belongs to nobody. */
  userId: string | null;
  /** The trip that was opened last comes first. */
  here: Array<ListedTrip & { asOf: number }>;
  /** Trips that are known from the list but not stored on this device. */
  elsewhere: ListedTrip[];
}

/** Returns all trips of the device's user, divided by whether they open without a network. */
export async function readDeviceTrips(): Promise<DeviceTrips> {
  const kept = await change(async (tx) => {
    const trips = await tx.objectStore("trips").getAll();
    return { trips, list: (await tx.objectStore("lists").get("current")) ?? [], userId: await readOwner(tx) };
  });
  const trips = (kept?.trips ?? []).toSorted((a, b) => b.openedAt - a.openedAt);
  const here = trips.map(({ trip: { id, title, startDate, endDate }, asOf }) => {
    return { id, title, startDate, endDate, asOf };
  });
  const elsewhere = (kept?.list ?? []).filter(({ id }) => !trips.some((trip) => trip.id === id));
  return { userId: kept?.userId ?? null, here, elsewhere };
}
