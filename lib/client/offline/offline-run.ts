import type { Clock } from "#lib/shared/clock.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { offlineAreaOf, tilesOfArea } from "./offline-area.ts";
import { fetchStorableResponse, attachmentPath, attachmentsToStore } from "./offline-files.ts";
import {
  deleteResponses,
  storeResponse,
  storeTileSource,
  storeTiles,
  listResponses,
  type OfflineTrip,
  readOfflineTrip,
  tilesOfAllTrips,
} from "../storage/offline-store.ts";
import { downloadMap } from "./offline-tiles.ts";
import { downloadLegs, legsPath } from "./offline-legs.ts";
import { hasStorageQuota } from "../storage/storage-quota.ts";
import type { TileSource } from "./tile-source.ts";

interface Wanted {
  trip: TripDto;
  userId: string;
  /** The date in the trip's time zone. */
  today: string;
  /** The source of the map's tiles; null when there is no map to store. */
  source: TileSource | null;
  hasWays: boolean;
}

interface Run {
  signal: AbortSignal;
  clock: Clock;
  onMap: (trip: OfflineTrip, share: number) => void;
  onFile: () => Promise<void>;
  onFull: () => void;
}

type File = TripDto["attachments"][number];

/**
 * Stores tickets first, then the map, which is the largest part, then all other attachments. Rejects when something
 * cannot be fetched now; what has arrived stays stored.
 */
export async function downloadOfflineCopy(wanted: Wanted, run: Run): Promise<void> {
  const { trip, userId, today, source } = wanted;
  const { tickets, others } = attachmentsToStore(trip, today);
  await dropOthers(trip, [...tickets, ...others], run);
  await keepFiles(wanted, tickets, run);
  const legs = wanted.hasWays ? await downloadLegs(trip, userId, run.signal) : new Map();
  if (source) {
    await storeTileSource(userId, source.url, await source.ask());
    await keepTripMap(source, { ...wanted, tiles: tilesOfArea(offlineAreaOf(trip, legs, today)) }, run);
  }
  await keepFiles(wanted, others, run);
}

/** Deletes stored attachments that are no longer in the trip, and stored legs of days that are no longer in it. */
async function dropOthers({ id, days }: TripDto, files: readonly File[], { onFile }: Run): Promise<void> {
  const wanted = new Set([
    ...files.map((file) => attachmentPath({ tripId: id }, file)),
    ...days.map((day) => legsPath(id, day.id)),
  ]);
  const all = await listResponses(id);
  await deleteResponses(all.map(({ path }) => path).filter((path) => !wanted.has(path)));
  await onFile();
}

async function keepFiles(
  { trip, userId }: Wanted,
  files: readonly File[],
  { signal, onFile, onFull }: Run,
): Promise<void> {
  const tripId = trip.id;
  const here = new Set((await listResponses(tripId)).map(({ path }) => path));
  for (const file of files) {
    const path = attachmentPath({ tripId }, file);
    if (here.has(path)) continue;
    if (!(await hasStorageQuota(file.size))) return onFull();
    const answer = await fetchStorableResponse(path, { tripId, userId, kind: "file" }, signal);
    signal.throwIfAborted();
    if (answer) await storeResponse(answer);
    await onFile();
  }
}

async function keepTripMap(
  source: TileSource,
  { trip, userId, tiles }: Wanted & { tiles: Parameters<typeof downloadMap>[1] },
  { signal, clock, onMap, onFull }: Run,
): Promise<void> {
  const none: OfflineTrip = { tripId: trip.id, wish: null, end: null, source: source.url, tiles: new Map() };
  const former = await readOfflineTrip(trip.id);
  let share = 0;
  const end = await downloadMap(
    former?.source === source.url ? former : { ...none, wish: former?.wish ?? null },
    tiles,
    {
      fetch: (name, abort) => source.fetchPacked(name, abort),
      keep: (next, fetched) => storeTiles(userId, next, fetched),
      shared: () => tilesOfAllTrips(source.url),
      hasRoom: hasStorageQuota,
      now: () => clock.now(),
      onProgress: (next, reached) => onMap(next, (share = reached)),
    },
    signal,
  );
  if (end === "lost") return;
  const kept = { ...((await readOfflineTrip(trip.id)) ?? none), end };
  await storeTiles(userId, kept);
  onMap(kept, end === "whole" ? 1 : share);
  if (end === "full") onFull();
}
