import { type Db, pipelined } from "#db/client.ts";
import { selectTrip } from "#db/queries/trips.ts";
import { insertStops } from "#db/queries/whole-trip.ts";
import type { ImportInto, ImportPreview, ImportResult } from "#lib/shared/imports.ts";
import { notFound } from "#lib/shared/errors.ts";
import { keysAfter } from "#lib/shared/order.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access.ts";
import type { Ctx } from "../context.ts";
import { spreadDay } from "../stops/spread-day.ts";
import { newStop } from "../stops/stop-row.ts";
import { type TripWrite, writeTrip } from "../write.ts";
import { requireWithinImports } from "./import-trip.ts";
import { type PlaceZones, zoneInPlan, zonesOf } from "./place-zones.ts";
import { readPlaces } from "./read-places.ts";
import { previewOf, type SortedPlaces, sortPlaces } from "./sort-places.ts";

interface Options {
  into: ImportInto;
}

/** Whether the caller may send a file of places at all, asked before any of it is read. */
export async function admitPlaces(ctx: Ctx, tripId: string): Promise<void> {
  await requireWithinImports(ctx);
  await requireAccess(ctx, tripId, "editor");
}

/** What {@link importPlaces} would do with this file now. */
export async function previewPlaces(
  ctx: Ctx,
  tripId: string,
  { into }: Options,
  bytes: Uint8Array,
): Promise<ImportPreview> {
  await requireAccess(ctx, tripId, "editor");
  const trip = await readPlan(ctx, ctx.db, tripId);
  const { format, title, places } = readPlaces(bytes, trip.timezone);
  return { format, title, ...previewOf(sortPlaces(places, trip, into)) };
}

/** Adds the file's places as stops, all in one group; those that are there already are left out, so a repeat adds none. */
export async function importPlaces(
  ctx: Ctx,
  tripId: string,
  { into }: Options,
  bytes: Uint8Array,
): Promise<ImportResult> {
  await requireAccess(ctx, tripId, "editor");
  // Before anybody waits for the trip: reading takes longest.
  const plan = await readPlan(ctx, ctx.db, tripId);
  const { places } = readPlaces(bytes, plan.timezone);
  const zones = await zonesOf(places, plan);
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => pipelined([readPlan(ctx, tx, tripId)]),
    work: async (write, [trip]) => {
      const sorted = sortPlaces(places, trip, into);
      const stops = await newStops(ctx, write, trip, sorted, zones);
      if (stops.length > 0) {
        const rows = JSON.stringify(stops);
        write.send(insertStops(write.tx, { tripId, rows, by: ctx.viewer.userId, at: write.at }));
      }
      for (const stop of stops) write.record({ op: "stop.created", entityId: stop.id, after: stop });
      return { added: stops.length, skipped: sorted.skipped.length, stopIds: stops.map(({ id }) => id) };
    },
  });
}

async function readPlan(ctx: Ctx, db: Db, tripId: string): Promise<TripDto> {
  const [row] = await selectTrip(db, { tripId, userId: ctx.viewer.userId, now: ctx.now() });
  if (!row) throw notFound("trip");
  return JSON.parse(row.trip);
}

/** In the file's order, behind what stands on each day. */
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
    const behind = keysAfter(last, length) ?? keysAfter(await spreadDay(write, dayId), length);
    positions.set(dayId, (behind ?? []).values());
  }
  const zoneIn = zoneInPlan(write, days, zones);
  return added.map(({ place, dayId }) => {
    const position: unknown = positions.get(dayId)?.next().value;
    if (typeof position !== "string") throw new Error("Fresh keys left no room.");
    const { point, address } = place;
    return newStop(write, {
      ...place,
      id: ctx.newId(),
      dayId,
      position,
      place: point && { ...point, ...(address === null ? {} : { address }) },
      formerDate: null,
      timezone: zoneIn(place, dayId),
      ...(dayId === null ? { startTime: null, endTime: null } : {}),
    });
  });
}
