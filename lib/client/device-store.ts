import type { TripDto } from "#lib/shared/trips.ts";
import { claimCovers, dropCover, wipeCovers } from "./cover-store.ts";
import { claimOffline, dropOffline, makeRoom, wipeOffline } from "./offline-store.ts";
import { OwnedDatabase, type OwnedSchema, ownerIn, type Writing as WritingOf } from "./owned-database.ts";
import { isFull } from "./room.ts";
import type { ReadThread } from "./threads.ts";

/*
 * The trips that a browser keeps for one person, so that they open without a network. The worker reads along by these
 * names (public/sw.js). Whatever fails here fails quietly: a page without it is a page that needs the network.
 */
const NAME = "wayfare-device";
/** The shape of what is kept. A browser that holds another one drops it; a test says when it has to be another number. */
export const KEPT_SHAPE = 4;
const MAX_TRIPS = 30;
const SAME_MOMENT_MS = 60_000;

/** What the page is given besides the trip. */
export interface KeptPage {
  viewer: { userId: string; defaultCurrency: string | null; isGuest: boolean };
  agent: { isCollapsed: boolean } | null;
}

export interface KeptTrip extends KeptPage {
  id: string;
  /** As the service has confirmed it, without this person's unsent writes. */
  trip: TripDto;
  threads: ReadThread[];
  /** When the trip was known to be like this, in milliseconds since 1970. */
  asOf: number;
  openedAt: number;
}

/** What a list of trips needs of one. */
export type ListedTrip = Pick<TripDto, "id" | "title" | "startDate" | "endDate">;

interface Schema extends OwnedSchema {
  trips: { key: string; value: KeptTrip };
  /** One row: the trips that the list showed last. */
  lists: { key: "current"; value: ListedTrip[] };
}
type Writing = WritingOf<Schema>;

const device = new OwnedDatabase<Schema>({
  name: NAME,
  version: KEPT_SHAPE,
  stores: ["owner", "trips", "lists"],
  upgrade(db) {
    for (const store of db.objectStoreNames) db.deleteObjectStore(store);
    for (const store of ["owner", "lists"] as const) db.createObjectStore(store);
    db.createObjectStore("trips", { keyPath: "id" });
  },
});

/** null when it could not be done. */
function change<T>(work: (tx: Writing) => Promise<T>): Promise<T | null> {
  return device.change(work).catch(() => null);
}

/**
 * The service has answered a page to this person at `askedAt`: what is here of anybody else goes. False when somebody
 * has signed out here since, in another tab.
 */
export async function claimDevice(userId: string, askedAt: number): Promise<boolean> {
  const isClaimed = await device.claim(userId, askedAt).catch(() => false);
  if (isClaimed) await Promise.all([claimOffline(userId, askedAt), claimCovers(userId, askedAt)]);
  return isClaimed;
}

/** Nothing is kept any more; with `userId` only if it was theirs. */
export async function wipeDevice(userId?: string): Promise<void> {
  await Promise.all([device.wipe(userId).catch(() => undefined), wipeOffline(userId), wipeCovers(userId)]);
}

/** Keeps the trip, unless a later state of it is here, or the device is somebody else's by now. */
export async function keepTrip(kept: KeptTrip): Promise<void> {
  try {
    await device.change((tx) => putTrip(tx, kept));
  } catch (error) {
    // Full, most likely: a map makes room, or what was not opened for longest, once.
    if (!isFull(error) || !(await makeRoom())) await change((tx) => prune(tx, MAX_TRIPS / 3));
    await change((tx) => putTrip(tx, kept));
  }
}

async function putTrip(tx: Writing, kept: KeptTrip): Promise<boolean> {
  if ((await ownerIn(tx)) !== kept.viewer.userId) return false;
  const trips = tx.objectStore("trips");
  const former = await trips.get(kept.id);
  if (former && isAhead(former, kept)) return false;
  await trips.put({ ...kept, threads: withFormer(kept.threads, former?.threads ?? []) });
  if (!former) await prune(tx, MAX_TRIPS);
  return true;
}

/** Of two tabs the later state counts. What is known much later counts in any case: a service can go back to a backup. */
function isAhead(former: KeptTrip, kept: KeptTrip): boolean {
  return former.trip.seq > kept.trip.seq && former.asOf > kept.asOf - SAME_MOMENT_MS;
}

/** Threads that only an earlier page has read stay. */
function withFormer(threads: readonly ReadThread[], former: readonly ReadThread[]): ReadThread[] {
  const known = new Set(threads.map(({ target }) => target.id));
  return [...threads, ...former.filter(({ target }) => !known.has(target.id))];
}

async function prune(tx: Writing, most: number): Promise<void> {
  const trips = tx.objectStore("trips");
  const all = await trips.getAll();
  const old = all.toSorted((a, b) => b.openedAt - a.openedAt).slice(most);
  for (const { id } of old) {
    await trips.delete(id);
    void dropOffline(id);
  }
}

/** The trip is gone, or this person is no longer in it. */
export async function dropTrip(tripId: string): Promise<void> {
  await Promise.all([dropFrom(tripId), dropOffline(tripId), dropCover(tripId)]);
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

/** Keeps what the list of trips shows. */
export async function keepList(userId: string, trips: readonly ListedTrip[]): Promise<void> {
  const rows = trips.map(({ id, title, startDate, endDate }) => ({ id, title, startDate, endDate }));
  await change(async (tx) => {
    if ((await ownerIn(tx)) === userId) await tx.objectStore("lists").put(rows, "current");
  });
}

/** A kept trip, as it was last seen here. */
export async function readTrip(tripId: string): Promise<KeptTrip | null> {
  return change(async (tx) => {
    const kept = await tx.objectStore("trips").get(tripId);
    return kept?.viewer.userId === (await ownerIn(tx)) ? (kept ?? null) : null;
  });
}

export interface Kept {
  /** Whose all of it is; null: nobody's. */
  userId: string | null;
  /** Last opened first. */
  here: Array<ListedTrip & { asOf: number }>;
  /** Known from the list, and not on this device. */
  elsewhere: ListedTrip[];
}

/** All trips of the device's person, by whether they open without a network. */
export async function readKept(): Promise<Kept> {
  const kept = await change(async (tx) => {
    const trips = await tx.objectStore("trips").getAll();
    return { trips, list: (await tx.objectStore("lists").get("current")) ?? [], userId: await ownerIn(tx) };
  });
  const trips = (kept?.trips ?? []).toSorted((a, b) => b.openedAt - a.openedAt);
  const here = trips.map(({ trip: { id, title, startDate, endDate }, asOf }) => {
    return { id, title, startDate, endDate, asOf };
  });
  const elsewhere = (kept?.list ?? []).filter(({ id }) => !trips.some((trip) => trip.id === id));
  return { userId: kept?.userId ?? null, here, elsewhere };
}
