import { createHash } from "node:crypto";
import { selectBookedStops } from "#db/queries/reservations.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import type { OptimizedDay } from "#lib/shared/day-legs.ts";
import {
  type DayOrder,
  estimatedTravel,
  type OrderedStop,
  optimizeDay,
  type TravelOf,
} from "#lib/shared/day-order.ts";
import { estimateLeg, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { Ctx } from "../context.ts";
import { configuredRouter } from "./configured-router.ts";
import { AnswerCache } from "./answer-cache.ts";
import { routedMode } from "./list-legs.ts";
import { readDay } from "./read-day.ts";
import type { RouteTable } from "./routing-provider.ts";

/** Maximum number of places for which the router is asked; a day with more is not ordered anyway. */
const MOST_PLACES = 40;

/**
 * How long an answer is cached, for all users who look at the same day. An estimate is cached for a shorter time,
 * because the router may answer soon.
 */
const LIFE_MS = 60_000;
const ESTIMATE_LIFE_MS = 5000;
const ID_BYTES = 60;
const known = new AnswerCache<DayOrder>(
  { mostBytes: 1024 * 1024, bytesOf: ({ order }) => order.length * ID_BYTES },
  Date.now,
);

/**
 * Proposes a better order of a day's stops by the router's durations, or else by estimates. It changes nothing.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function optimizedDay(ctx: Ctx, tripId: string, dayId: string): Promise<OptimizedDay> {
  const { stops, seq } = await readDay(ctx, tripId, dayId, legsApi.optimized.path);
  const ids = stops.map(({ id }) => id);
  const booked = await selectBookedStops(ctx.db, { tripId, stopIds: ids });
  const bookedIds = booked.map(({ stopId }) => stopId);
  const { order, before, after, isEstimated, verdict } = await known.find(
    questionOf(stops, bookedIds),
    (answer) => (answer.isEstimated ? ESTIMATE_LIFE_MS : LIFE_MS),
    async () => optimizeDay(stops, new Set(bookedIds), await routedTravel(stops)),
  );
  return { order, before, after, isEstimated, verdict, seq };
}

/** Returns a hash of all data on which the order depends. */
function questionOf(stops: readonly OrderedStop[], bookedIds: readonly string[]): string {
  const told = stops.map(({ id, position, place, category, startTime, endTime, timezone, travelMode }) => {
    const at = place && [place.lat, place.lng];
    return [id, position, at, category, startTime, endTime, timezone, travelMode];
  });
  const text = JSON.stringify([told, [...bookedIds].toSorted((a, b) => (a < b ? -1 : 1))]);
  return createHash("sha256").update(text).digest("base64url");
}

async function routedTravel(stops: readonly OrderedStop[]): Promise<TravelOf> {
  const router = configuredRouter();
  const places = stops.flatMap(({ id, place }) => (place ? [{ id, place }] : []));
  if (!router || places.length < 2 || places.length > MOST_PLACES) return estimatedTravel;
  const points = places.map(({ place }): Point => place);
  const modes = [...modesOf(stops)];
  const found = await Promise.all(
    modes.map(async (mode) => [mode, await router.findTable(mode, points)] as const),
  );
  const tables = new Map<TravelMode, RouteTable | null>(found);
  const index = new Map(places.map(({ id }, at) => [id, at]));
  return (from, to) => {
    const leg = estimateLeg(from.place, to.place, to.travelMode);
    const mode = leg && routedMode(leg.mode);
    const way = mode && tables.get(mode)?.[index.get(from.id) ?? -1]?.[index.get(to.id) ?? -1];
    if (!way) return estimatedTravel(from, to);
    return { meters: way.meters, minutes: way.seconds / 60, isEstimate: false };
  };
}

/** Returns the travel modes to ask for. When no mode is chosen, near legs are walked and far ones driven. */
function modesOf(stops: readonly OrderedStop[]): Set<TravelMode> {
  return new Set(
    stops.flatMap(({ travelMode }): TravelMode[] => (travelMode === null ? ["walk", "drive"] : [travelMode])),
  );
}
