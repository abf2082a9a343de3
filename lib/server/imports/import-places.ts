import { type Db, runPipelined } from "#db/client.ts";
import { type InitialStopState, selectStopsChangedSinceCreation } from "#db/queries/initial-stops.ts";
import { selectTrip } from "#db/queries/trips.ts";
import { insertStops } from "#db/queries/whole-trip.ts";
import type { ImportInto, ImportPreview, ImportResult } from "#lib/shared/imports.ts";
import { notFound } from "#lib/shared/errors.ts";
import { keysAfter } from "#lib/shared/order.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { respacePositions } from "../stops/respace-positions.ts";
import { newStop } from "../stops/stop-row.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { recordStopChange } from "../stops/edit-stop.ts";
import { sendStopStatements } from "../stops/stop-row.ts";
import { requireWithinImports, requireWithinPreviews } from "./import-trip.ts";
import { type PlaceZones, zoneInPlan, zonesOf } from "./place-zones.ts";
import { skippedRecords, previewOf, previewNotices } from "./preview-file.ts";
import type { PlacesImportInput } from "./read-places-for-plan.ts";
import { type SortedPlaces, sortPlaces } from "./sort-places.ts";
import { readImportFile } from "./thread/reading-thread.ts";

interface Options {
  into: ImportInto;
  /** Comma-separated ids of the lists to import; absent: all lists. */
  collections?: string | undefined;
}

/** Checks before a file is read whether the caller may import places at all. */
export async function requireMayImportPlaces(ctx: Ctx, tripId: string): Promise<void> {
  await requireWithinImports(ctx);
  await requireAccess(ctx, tripId, "editor");
}

/**
 * Checks before a preview whether the caller may import places at all. Previews have a rate limit of their own, so they
 * leave the limit of imports unchanged.
 */
export async function requireMayPreviewPlaces(ctx: Ctx, tripId: string): Promise<void> {
  await requireWithinPreviews(ctx);
  await requireAccess(ctx, tripId, "editor");
}

/** Returns what {@link importPlaces} would do with this file now. */
export async function previewPlaces(
  ctx: Ctx,
  tripId: string,
  { into, collections }: Options,
  bytes: Uint8Array,
): Promise<ImportPreview> {
  await requireAccess(ctx, tripId, "editor");
  const plan = planOf(await readPlanOnce(ctx, tripId));
  const found = await readImportFile({ kind: "places", bytes, plan, into, collections });
  return previewOf(found.file, found.sorted, found.collections);
}

/**
 * Adds the file's places as stops in one group. Places that the plan already has are left out, so a repeated import
 * adds none.
 */
export async function importPlaces(
  ctx: Ctx,
  tripId: string,
  { into, collections }: Options,
  bytes: Uint8Array,
): Promise<ImportResult> {
  await requireAccess(ctx, tripId, "editor");
  // The file is read before the lock on the trip is taken, because reading takes longest.
  const plan = await readPlanOnce(ctx, tripId);
  const found = await readImportFile({ kind: "places", bytes, plan: planOf(plan), into, collections });
  const { file } = found;
  const zones = await zonesOf(file.places, plan.trip);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => readPlan(ctx, tx, tripId),
    work: async (write, { trip, made }) => {
      // If the plan has changed since it was read before the lock, the places are sorted again.
      const isSame = trip.seq === plan.trip.seq;
      const sorted = isSame ? found.sorted : sortPlaces(file, { ...trip, made }, into);
      const stops = await newStops(ctx, write, trip, sorted, zones);
      if (stops.length > 0) {
        const rows = JSON.stringify(stops);
        write.send(insertStops(write.tx, { tripId, rows, by: ctx.viewer.userId, at: write.at }));
      }
      for (const stop of stops) write.record({ op: "stop.created", entityId: stop.id, after: stop });
      const joined = joinNotes(write, sorted);
      const skipped = sorted.skipped.length + skippedRecords(file.notices).length;
      const stopIds = stops.map(({ id }) => id);
      return { added: stops.length, skipped, joined, stopIds, ...previewNotices(file, sorted) };
    },
  });
}

interface Plan {
  trip: TripDto;
  made: InitialStopState[];
}

function planOf({ trip: { days, stops, timezone }, made }: Plan): PlacesImportInput["plan"] {
  return { days, stops, timezone, made };
}

/** Adds the notes of the file to stops that the plan already had; returns the number of these stops. */
function joinNotes(write: TripWrite, { joins }: SortedPlaces): number {
  const changed = joins.map(({ stop, notes }) => recordStopChange(write, stop, { notes }, "stop.updated"));
  sendStopStatements(write, changed);
  return changed.length;
}

/** Reads the plan from one snapshot, outside a write. */
function readPlanOnce(ctx: Ctx, tripId: string): Promise<Plan> {
  return ctx.db.snapshot((db) => readPlan(ctx, db, tripId));
}

async function readPlan(ctx: Ctx, db: Db, tripId: string): Promise<Plan> {
  const [[row], made] = await runPipelined([
    selectTrip(db, { tripId, userId: ctx.viewer.userId, now: ctx.now() }),
    selectStopsChangedSinceCreation(db, { tripId }),
  ]);
  if (!row) throw notFound("trip");
  return { trip: JSON.parse(row.trip), made };
}

/** Makes the new stops in the order of the file, behind the present stops of each day. */
async function newStops(
  ctx: Ctx,
  write: TripWrite,
  { stops, days }: TripDto,
  { added }: SortedPlaces,
  zones: PlaceZones,
): Promise<StopFields[]> {
  const lists = Map.groupBy(added, ({ dayId }) => dayId);
  const positions = new Map<string | null, Iterator<string>>();
  for (const [dayId, { length }] of lists) {
    const keys = stops.filter((stop) => stop.dayId === dayId).map(({ position }) => position);
    const last = keys.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? null;
    const behind = keysAfter(last, length) ?? keysAfter(await respacePositions(write, dayId), length);
    positions.set(dayId, (behind ?? []).values());
  }
  const zoneIn = zoneInPlan(write, days, zones);
  return added.map(({ place, dayId }) => {
    const position: unknown = positions.get(dayId)?.next().value;
    if (typeof position !== "string") throw new Error("Fresh keys left no room.");
    const { point, address, placeRef, date } = place;
    const named = { ...(address === null ? {} : { address }), ...(placeRef === null ? {} : { placeRef }) };
    return newStop(write, {
      ...place,
      id: ctx.newId(),
      dayId,
      position,
      place: point && { ...point, ...named },
      // A stop in Ideas stores the date of the file as its former date, like a stop whose day was removed.
      formerDate: dayId === null ? date : null,
      timezone: zoneIn(place, dayId),
    });
  });
}
