import type { DayLegs } from "#lib/shared/day-legs.ts";
import { isFar, type Point, type Waypoint, waypoints } from "#lib/shared/legs.ts";
import { compareStops } from "#lib/shared/stop-order.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { browserRequestPath } from "../base/api.ts";
import { fetchStorableResponse } from "./offline-files.ts";
import { storeResponse, type StoredResponse, readResponse } from "../storage/offline-store.ts";
import { legsApi } from "../base/operations.ts";

type Trip = Pick<TripDto, "id" | "days" | "stops">;
type Pair = readonly [from: Waypoint, to: Waypoint];
type Told = Map<string, DayLegs>;

/**
 * Stores the service's legs of each day, so that their routes are drawn along the streets without a network. Stored
 * legs that still match are not requested again. A day whose legs cannot be fetched is left out.
 */
export async function downloadLegs(trip: Trip, userId: string, signal: AbortSignal): Promise<Told> {
  const told: Told = new Map();
  for (const { id } of trip.days) {
    const points = waypoints(
      trip.stops.filter((stop) => stop.dayId === id && stop.deletedAt === null).toSorted(compareStops),
    );
    const pairs = points
      .slice(1)
      .flatMap((to, index): Pair[] => (points[index] ? [[points[index], to]] : []))
      .filter(([from, to]) => !isFar(from, to));
    if (pairs.length === 0) continue;
    const legs = await legsOf({ path: legsPath(trip.id, id), tripId: trip.id, userId }, pairs, signal);
    if (legs) told.set(id, legs);
  }
  return told;
}

export function legsPath(tripId: string, dayId: string): string {
  const [path = ""] = browserRequestPath(legsApi.list, { params: { tripId, dayId } }).split("?");
  return path;
}

async function legsOf(
  { path, ...whose }: Pick<StoredResponse, "path" | "tripId" | "userId">,
  pairs: readonly Pair[],
  signal: AbortSignal,
): Promise<DayLegs | null> {
  const kept = await readResponse(path);
  const known = kept && (await legsIn(kept.body));
  // A transit departure depends on the time, and the plan's times may have changed.
  const isTimed = pairs.some(([, to]) => to.travelMode === "transit");
  if (known && !known.isPending && !isTimed && pairs.every((pair) => isToldOf(known, pair))) return known;
  try {
    const answer = await fetchStorableResponse(path, { ...whose, kind: "ways" }, signal);
    if (!answer) return null;
    await storeResponse(answer);
    return await legsIn(answer.body);
  } catch {
    signal.throwIfAborted();
    return known;
  }
}

/** The service checks its answers against their schemas in its own tests; the client trusts their shape. */
async function legsIn(body: Blob): Promise<DayLegs> {
  return JSON.parse(await body.text()) as DayLegs;
}

function isToldOf({ legs }: DayLegs, [from, to]: Pair): boolean {
  const chosen = to.travelMode ?? null;
  return legs.some((leg) => isAt(leg.from, from) && isAt(leg.to, to) && leg.chosen === chosen);
}

function isAt(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
