import { legsApi } from "#lib/shared/api/legs.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { DayLegs, LegDto } from "#lib/shared/day-legs.ts";
import { estimateLeg, type Leg, type LegMode, type Point } from "#lib/shared/legs.ts";
import { type PlannedDeparture, plannedDeparture } from "#lib/shared/planned-departure.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { Ctx } from "../context.ts";
import { withTimeout } from "../process/timeout.ts";
import { OPEN_SERVICES } from "../open-services/services.ts";
import { configuredRouter } from "./configured-router.ts";
import { configuredTimetable } from "./configured-timetable.ts";
import { readDay, type ZonedDay } from "./read-day.ts";
import type { FoundRoute, Router } from "./router.ts";
import type { FoundConnection, Timetable } from "./timetable.ts";
import { transitLeg } from "./transit-leg.ts";

/** Maximum number of a day's legs for which a service is asked; the other legs of a longer day are estimated. */
const MOST_ROUTED = 100;
/** The maximum wait for answers. Legs without one are estimated, and a late answer is cached for the next request. */
const PATIENCE_MS = 6000;

/**
 * Returns the legs between the stops of a day that have a place, in the present order.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function listLegs(ctx: Ctx, tripId: string, dayId: string): Promise<DayLegs> {
  const { stops, day } = await readDay(ctx, tripId, dayId, legsApi.list.path);
  const [router, timetable] = [configuredRouter(), configuredTimetable()];
  const pairs = pairsOf(stops, day);
  const asked = pairs.slice(0, MOST_ROUTED);
  const isOver = day.date < dateInZone(ctx.now(), day.zone);
  const [ways, rides] = await Promise.all([waysOf(router, asked), ridesOf(isOver ? null : timetable, asked)]);
  const legs = pairs.map(
    (pair, index) => rideOf(pair, rides[index] ?? null, day) ?? legOf(pair, ways[index] ?? null),
  );
  return {
    legs,
    ...creditsOf(legs, router),
    isPending: ways.includes("unknown") || rides.includes("unknown"),
  };
}

const [TIMETABLES] = OPEN_SERVICES.timetables.credits;

function creditsOf(
  legs: readonly LegDto[],
  router: Router | null,
): Pick<DayLegs, "attribution" | "timetableCredit"> {
  const isRouted = legs.some(({ source, transit }) => source === "router" && !transit);
  const isTimed = legs.some(({ transit }) => transit);
  const names = [...(isRouted && router ? [router.attribution] : []), ...(isTimed ? [TIMETABLES.name] : [])];
  return {
    attribution: names.length > 0 ? names.join(" · ") : null,
    ...(isTimed && { timetableCredit: { text: TIMETABLES.name, href: TIMETABLES.href } }),
  };
}

type Placed = StopFields & { place: Point };

interface Pair {
  from: Placed;
  to: Placed;
  leg: Leg;
  /** The planned departure; null: the leg is not by public transport. */
  ride: PlannedDeparture | null;
  /** The stops without a place between the two stops of the leg. */
  past: string[];
}

/** Returns the pairs of neighbouring stops with a place; there is no leg within one place. */
function pairsOf(stops: readonly StopFields[], day: ZonedDay): Pair[] {
  const pairs: Pair[] = [];
  let from: Placed | null = null;
  let past: string[] = [];
  let earlier = 0;
  for (const [index, stop] of stops.entries()) {
    if (!hasPlace(stop)) {
      past.push(stop.id);
      continue;
    }
    const leg: Leg | null = from && estimateLeg(from.place, stop.place, stop.travelMode);
    // When a stop without a place is in between, the departure is unknown.
    const ride =
      from && past.length === 0 ? plannedDeparture(from, stop, day, stops.slice(0, earlier)) : null;
    if (from && leg) pairs.push({ from, to: stop, leg, ride, past });
    [from, earlier, past] = [stop, index, []];
  }
  return pairs;
}

function hasPlace(stop: StopFields): stop is Placed {
  return stop.place !== null;
}

/**
 * Returns the mode for which the router is asked; null: it is not asked. A ride without a chosen mode is asked for as a
 * drive, because the router knows no public transport. A distance that people fly is not asked for.
 */
export function routedMode(mode: LegMode): TravelMode | null {
  if (mode === "far") return null;
  return mode === "ride" ? "drive" : mode;
}

/**
 * Returns the router's answer for each leg; null for legs that the router is not asked for. A leg whose answer takes
 * too long is `unknown` and is in the cache the next time.
 */
async function waysOf(router: Router | null, pairs: readonly Pair[]): Promise<FoundRoute[]> {
  const none = pairs.map(() => null);
  if (!router) return none;
  const asked = pairs.flatMap(({ from, to, leg }, index) => {
    const mode = routedMode(leg.mode);
    return mode === null ? [] : [{ index, mode, from: from.place, to: to.place }];
  });
  const found = await withTimeout(PATIENCE_MS, router.findWays(asked));
  const byPair = new Map(
    asked.map(({ index }, at) => [index, found ? (found[at] ?? null) : "unknown"] as const),
  );
  return pairs.map((_, index) => byPair.get(index) ?? null);
}

/** Returns the timetable's answer for each leg; null without one, `unknown` when all answers take too long. */
async function ridesOf(timetable: Timetable | null, pairs: readonly Pair[]): Promise<FoundConnection[]> {
  if (!timetable) return [];
  const asked = pairs.flatMap(({ from, to, ride }, index) =>
    ride ? [{ index, ride, from: from.place, to: to.place }] : [],
  );
  if (asked.length === 0) return [];
  const found = await withTimeout(PATIENCE_MS, timetable.findRides(asked));
  const byPair = new Map(asked.map(({ index }, at) => [index, found?.[at] ?? null] as const));
  return pairs.map((_, index) =>
    found === null && byPair.has(index) ? "unknown" : (byPair.get(index) ?? null),
  );
}

/** Returns the leg by timetable; null when the timetable has no connection. */
function rideOf(pair: Pair, found: FoundConnection, day: ZonedDay): LegDto | null {
  const { from, to, leg, ride } = pair;
  if (found === null || found === "unknown" || !ride) return null;
  const zones = { from: from.timezone ?? day.zone, to: to.timezone ?? day.zone };
  const transit = transitLeg(found, ride, zones);
  const { minutes } = transit;
  const meters = found.meters || leg.meters;
  return { ...endsOf(pair), mode: "transit", meters, minutes, source: "router", path: found.path, transit };
}

function endsOf({ from: start, to: end, past }: Pair) {
  const [{ id: fromId, place: from }, { id: toId, place: to, travelMode: chosen }] = [start, end];
  return {
    fromId,
    toId,
    from: pointOf(from),
    to: pointOf(to),
    chosen,
    ...(past.length > 0 && { past }),
  };
}

function legOf(pair: Pair, way: FoundRoute): LegDto {
  const ends = endsOf(pair);
  const { mode, meters, minutes } = pair.leg;
  const asked = routedMode(mode);
  if (way === null || way === "unknown" || !asked)
    return { ...ends, mode, meters, minutes, source: "estimate" };
  return {
    ...ends,
    mode: asked,
    meters: Math.round(way.meters),
    minutes: Math.max(1, Math.round(way.seconds / 60)),
    source: "router",
    path: way.path,
  };
}

function pointOf({ lat, lng }: Point): Point {
  return { lat, lng };
}
