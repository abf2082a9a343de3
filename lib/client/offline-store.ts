import { OwnedDatabase, type OwnedSchema, ownerIn, type Writing as WritingOf } from "./owned-database.ts";

/*
 * What a browser keeps of a trip beside its plan (device-store.ts): tiles of the map, files, and the ways of its days. It
 * is large and can be fetched again, so it makes room for everything else. The worker answers with the files and ways
 * (public/sw.js), by these names.
 */
const NAME = "wayfare-offline";
const VERSION = 1;
/** A browser whose storage hangs must not hold up a map. */
const PATIENCE_MS = 1000;

/** What of one trip is here. */
export interface OfflineTrip {
  tripId: string;
  /** Whether its person wants it here; null: nobody has said so. */
  wish: boolean | null;
  /** How keeping its map ended last; null: it has not. */
  end: "whole" | "cut" | "full" | null;
  /** Whose tiles these are, by the address that describes them; null: none yet. */
  source: string | null;
  /** Its tiles by name, the most useful first. Trips share tiles. */
  tiles: Map<string, TileFacts>;
}

interface TileFacts {
  /** Bytes, as it is kept. */
  size: number;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

/** An answer of the service that is given again without a network. */
export interface KeptAnswer {
  /** Its address within the service. */
  path: string;
  tripId: string;
  userId: string;
  kind: "file" | "ways";
  headers: Record<string, string>;
  body: Blob;
}

/** A tile as it is kept: compressed. */
export interface KeptTile {
  name: string;
  bytes: ArrayBuffer;
}

interface Schema extends OwnedSchema {
  trips: { key: string; value: OfflineTrip };
  tiles: { key: string; value: ArrayBuffer };
  /** What each source says of its tiles, by its address. */
  sources: { key: string; value: unknown };
  answers: { key: string; value: KeptAnswer; indexes: { trip: string } };
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

/** As the device's trips: what is here of anybody else goes, unless somebody has signed out here since `askedAt`. */
export async function claimOffline(userId: string, askedAt: number): Promise<void> {
  await offline.claim(userId, askedAt).catch(() => undefined);
}

/** Nothing is kept any more; with `userId` only if it was theirs. */
export async function wipeOffline(userId?: string): Promise<void> {
  await offline.wipe(userId).catch(() => undefined);
}

export async function readOffline(tripId: string): Promise<OfflineTrip | null> {
  return (await (await offline.open()).get("trips", tripId)) ?? null;
}

export async function readAnswer(path: string): Promise<KeptAnswer | null> {
  return (await (await offline.open()).get("answers", path)) ?? null;
}

/** Of this trip, without their contents. */
export async function listAnswers(tripId: string): Promise<Array<{ path: string; size: number }>> {
  const all = await (await offline.open()).getAllFromIndex("answers", "trip", tripId);
  return all.map(({ path, body }) => ({ path, size: body.size }));
}

/** The answer is kept for its trip. False: the device is somebody else's by now. */
export async function keepAnswer(answer: KeptAnswer): Promise<boolean> {
  return offline.change(async (tx) => {
    if ((await ownerIn(tx)) !== answer.userId) return false;
    await tx.objectStore("answers").put(answer);
    return true;
  });
}

export async function dropAnswers(paths: readonly string[]): Promise<void> {
  await offline.change(async (tx) => {
    for (const path of paths) await tx.objectStore("answers").delete(path);
  });
}

/** The trip is as it says, with these tiles beside those that are here. False: the device is somebody else's by now. */
export async function keepTiles(
  userId: string,
  trip: OfflineTrip,
  fetched: readonly KeptTile[] = [],
): Promise<boolean> {
  return offline.change(async (tx) => {
    if ((await ownerIn(tx)) !== userId) return false;
    const former = await tx.objectStore("trips").get(trip.tripId);
    const tiles = tx.objectStore("tiles");
    for (const { name, bytes } of fetched) await tiles.put(bytes, keyOf(trip.source, name));
    await tx.objectStore("trips").put(await withoutLost(tx, trip, former));
    if (former) await dropUnused(tx, former, trip);
    return true;
  });
}

/** What it wants to share with another trip may have gone with that one meanwhile. */
async function withoutLost(tx: Writing, trip: OfflineTrip, former?: OfflineTrip): Promise<OfflineTrip> {
  const tiles = new Map(trip.tiles);
  for (const name of trip.tiles.keys()) {
    const isOwn = former?.source === trip.source && former.tiles.has(name);
    const isHere = isOwn || (await tx.objectStore("tiles").getKey(keyOf(trip.source, name)));
    if (!isHere) tiles.delete(name);
  }
  return { ...trip, tiles };
}

/** Tiles that only this trip had, and has no more. */
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

/** What other trips have of a source, which need not be fetched again. */
export async function sharedTiles(source: string): Promise<Map<string, TileFacts>> {
  const trips = await (await offline.open()).getAll("trips");
  const all = new Map<string, TileFacts>();
  for (const trip of trips) {
    if (trip.source === source) for (const [name, facts] of trip.tiles) all.set(name, facts);
  }
  return all;
}

/** All of one trip goes, but what other trips need. */
export async function dropOffline(tripId: string): Promise<void> {
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

/** Of all trips the one with the largest map goes: the plan and unsent writes need its room. False: there is none. */
export async function makeRoom(): Promise<boolean> {
  try {
    const trips = await (await offline.open()).getAll("trips");
    const [largest] = trips.toSorted((a, b) => sizeOf(b) - sizeOf(a));
    if (!largest || largest.tiles.size === 0) return false;
    await dropOffline(largest.tripId);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of its map. */
export function sizeOf({ tiles }: Pick<OfflineTrip, "tiles">): number {
  let sum = 0;
  for (const { size } of tiles.values()) sum += size;
  return sum;
}

/** Bytes beside the plan, by trip. */
export async function offlineSizes(): Promise<Map<string, number>> {
  const db = await offline.open();
  const sizes = new Map((await db.getAll("trips")).map((trip) => [trip.tripId, sizeOf(trip)]));
  for (const { tripId, body } of await db.getAll("answers"))
    sizes.set(tripId, (sizes.get(tripId) ?? 0) + body.size);
  return sizes;
}

/** null: it is not here, or does not come soon. */
export async function readTile(source: string, name: string): Promise<ArrayBuffer | null> {
  return (await soon(offline.open().then((db) => db.get("tiles", keyOf(source, name))))) ?? null;
}

/** What a source says of its tiles is kept beside them. */
export async function keepSource(userId: string, source: string, description: unknown): Promise<void> {
  await offline.change(async (tx) => {
    if ((await ownerIn(tx)) === userId) await tx.objectStore("sources").put(description, source);
  });
}

/** What the source said of its tiles when they were kept; null: none are. */
export async function readSource(source: string): Promise<unknown> {
  return (await soon(offline.open().then((db) => db.get("sources", source)))) ?? null;
}

async function soon<T>(reading: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([reading, late]).catch(() => null);
}

function keyOf(source: string | null, name: string): string {
  return `${source ?? ""} ${name}`;
}
