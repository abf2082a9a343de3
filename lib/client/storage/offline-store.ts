import {
  OwnedDatabase,
  type OwnedSchema,
  readOwner,
  type OwnedTransaction as WritingOf,
} from "./owned-database.ts";

/*
 * The offline copies of trips beside their plans (offline/device-store.ts): map tiles, attachments, and the legs of the days.
 * They are large and can be fetched again, so they are deleted when other data needs the space. The service worker
 * answers with the attachments and legs (public/sw.js), by these names.
 */
const NAME = "wayfare-offline";
const VERSION = 1;
/** After this time a map no longer waits for the browser's storage to answer. */
const PATIENCE_MS = 1000;

/** What is stored of one trip. */
export interface OfflineTrip {
  tripId: string;
  /** Whether the user wants the offline copy; null when the user has not chosen. */
  wish: boolean | null;
  /** How the last download of the map ended; null before the first. */
  end: "whole" | "cut" | "full" | null;
  /** The source of the tiles, by the address that describes them; null when there is none yet. */
  source: string | null;
  /** The stored tiles by name, the most useful first. Trips share tiles. */
  tiles: Map<string, TileFacts>;
}

interface TileFacts {
  /** The bytes of the stored, compressed tile. */
  size: number;
  /** When the tile was fetched, in milliseconds since 1970. */
  at: number;
}

/** An answer of the service that the worker repeats without a network. */
export interface StoredResponse {
  /** The path of the answer's address. */
  path: string;
  tripId: string;
  userId: string;
  kind: "file" | "ways";
  headers: Record<string, string>;
  body: Blob;
}

/** A stored tile; its bytes are compressed. */
export interface StoredTile {
  name: string;
  bytes: ArrayBuffer;
}

interface Schema extends OwnedSchema {
  trips: { key: string; value: OfflineTrip };
  tiles: { key: string; value: ArrayBuffer };
  /** The description of each source's tiles, by the source's address. */
  sources: { key: string; value: unknown };
  answers: { key: string; value: StoredResponse; indexes: { trip: string } };
}
type Writing = WritingOf<Schema>;

const offline = new OwnedDatabase<Schema>({
  name: NAME,
  version: VERSION,
  stores: ["owner", "trips", "tiles", "sources", "answers"],
  upgrade(db) {
    for (const store of ["owner", "tiles", "sources"] as const) db.createObjectStore(store);
    db.createObjectStore("trips", { keyPath: "tripId" });
    db.createObjectStore("answers", { keyPath: "path" }).createIndex("trip", "tripId");
  },
});

/**
 * Claims the store for a user, as `claimDevice` does for trips: data of other users is deleted, unless somebody has
 * signed out in this browser since `askedAt`.
 */
export async function claimOffline(userId: string, askedAt: number): Promise<void> {
  await offline.claim(userId, askedAt).catch(() => undefined);
}

/** Deletes all stored data; with `userId`, only if it belongs to that user. */
export async function wipeOfflineStore(userId?: string): Promise<void> {
  await offline.wipe(userId).catch(() => undefined);
}

export async function readOfflineTrip(tripId: string): Promise<OfflineTrip | null> {
  return (await (await offline.open()).get("trips", tripId)) ?? null;
}

export async function readResponse(path: string): Promise<StoredResponse | null> {
  return (await (await offline.open()).get("answers", path)) ?? null;
}

/** Lists the stored answers of a trip, without their contents. */
export async function listResponses(tripId: string): Promise<Array<{ path: string; size: number }>> {
  const all = await (await offline.open()).getAllFromIndex("answers", "trip", tripId);
  return all.map(({ path, body }) => ({ path, size: body.size }));
}

/** Stores an answer for its trip. Resolves with false when the device belongs to another user by now. */
export async function storeResponse(answer: StoredResponse): Promise<boolean> {
  return offline.change(async (tx) => {
    if ((await readOwner(tx)) !== answer.userId) return false;
    await tx.objectStore("answers").put(answer);
    return true;
  });
}

export async function deleteResponses(paths: readonly string[]): Promise<void> {
  await offline.change(async (tx) => {
    for (const path of paths) await tx.objectStore("answers").delete(path);
  });
}

/**
 * Stores a trip's offline state, and adds the fetched tiles to the stored ones. Resolves with false when the device
 * belongs to another user by now.
 */
export async function storeTiles(
  userId: string,
  trip: OfflineTrip,
  fetched: readonly StoredTile[] = [],
): Promise<boolean> {
  return offline.change(async (tx) => {
    if ((await readOwner(tx)) !== userId) return false;
    const former = await tx.objectStore("trips").get(trip.tripId);
    const tiles = tx.objectStore("tiles");
    for (const { name, bytes } of fetched) await tiles.put(bytes, keyOf(trip.source, name));
    await tx.objectStore("trips").put(await withoutLost(tx, trip, former));
    if (former) await dropUnused(tx, former, trip);
    return true;
  });
}

/** Removes tiles that the trip wanted to share with another trip, and that were deleted with that trip meanwhile. */
async function withoutLost(tx: Writing, trip: OfflineTrip, former?: OfflineTrip): Promise<OfflineTrip> {
  const tiles = new Map(trip.tiles);
  for (const name of trip.tiles.keys()) {
    const isOwn = former?.source === trip.source && former.tiles.has(name);
    const isHere = isOwn || (await tx.objectStore("tiles").getKey(keyOf(trip.source, name)));
    if (!isHere) tiles.delete(name);
  }
  return { ...trip, tiles };
}

/** Deletes the tiles that only this trip used, and uses no longer. */
async function dropUnused(tx: Writing, former: OfflineTrip, now: OfflineTrip | null): Promise<void> {
  const isLeft = (name: string) => now?.source === former.source && now.tiles.has(name);
  const left = [...former.tiles.keys()].filter((name) => !isLeft(name));
  if (left.length === 0) return;
  const all = await tx.objectStore("trips").getAll();
  const others = all.filter(({ source }) => source === former.source);
  for (const name of left) {
    if (!others.some(({ tiles }) => tiles.has(name)))
      await tx.objectStore("tiles").delete(keyOf(former.source, name));
  }
}

/** Returns the tiles of a source that any trip has stored, so that they need not be fetched again. */
export async function tilesOfAllTrips(source: string): Promise<Map<string, TileFacts>> {
  const trips = await (await offline.open()).getAll("trips");
  const all = new Map<string, TileFacts>();
  for (const trip of trips) {
    if (trip.source === source) for (const [name, facts] of trip.tiles) all.set(name, facts);
  }
  return all;
}

/** Deletes the offline copy of one trip, except the tiles that other trips use. */
export async function deleteOfflineCopy(tripId: string): Promise<void> {
  await offline
    .change(async (tx) => {
      const former = await tx.objectStore("trips").get(tripId);
      await tx.objectStore("trips").delete(tripId);
      if (former) await dropUnused(tx, former, null);
      const answers = tx.objectStore("answers");
      for (const path of await answers.index("trip").getAllKeys(tripId)) await answers.delete(path);
    })
    .catch(() => undefined);
}

/**
 * Deletes the offline copy of the trip with the largest map, because the plan and unsent writes need its space.
 * Resolves with false when there is none.
 */
export async function evictLargestMap(): Promise<boolean> {
  try {
    const trips = await (await offline.open()).getAll("trips");
    const [largest] = trips.toSorted((a, b) => storedMapSize(b) - storedMapSize(a));
    if (!largest || largest.tiles.size === 0) return false;
    await deleteOfflineCopy(largest.tripId);
    return true;
  } catch {
    return false;
  }
}

/** Returns the bytes of the trip's stored map. */
export function storedMapSize({ tiles }: Pick<OfflineTrip, "tiles">): number {
  let sum = 0;
  for (const { size } of tiles.values()) sum += size;
  return sum;
}

/** Returns the bytes of each trip's offline copy, without its plan. */
export async function offlineSizes(): Promise<Map<string, number>> {
  const db = await offline.open();
  const sizes = new Map((await db.getAll("trips")).map((trip) => [trip.tripId, storedMapSize(trip)]));
  for (const { tripId, body } of await db.getAll("answers"))
    sizes.set(tripId, (sizes.get(tripId) ?? 0) + body.size);
  return sizes;
}

/** Resolves with null when the tile is not stored, or takes too long to read. */
export async function readTile(source: string, name: string): Promise<ArrayBuffer | null> {
  return (await soon(offline.open().then((db) => db.get("tiles", keyOf(source, name))))) ?? null;
}

/** Stores a source's description of its tiles. */
export async function storeTileSource(userId: string, source: string, description: unknown): Promise<void> {
  await offline.change(async (tx) => {
    if ((await readOwner(tx)) === userId) await tx.objectStore("sources").put(description, source);
  });
}

/** Returns the description of a source's tiles from the time when they were stored; null when none are stored. */
export async function readTileSource(source: string): Promise<unknown> {
  return (await soon(offline.open().then((db) => db.get("sources", source)))) ?? null;
}

async function soon<T>(reading: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([reading, late]).catch(() => null);
}

function keyOf(source: string | null, name: string): string {
  return `${source ?? ""} ${name}`;
}
