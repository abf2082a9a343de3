import { legsApi } from "#lib/shared/api/legs.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { DayLegs, LegDto } from "#lib/shared/day-legs.ts";
import { estimateLeg, type Leg, type LegMode, type Point } from "#lib/shared/legs.ts";
import { type PlannedDeparture, plannedDeparture } from "#lib/shared/planned-departure.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { Ctx } from "../context.ts";
import { withTimeout } from "../timeout.ts";
import { OPEN_SERVICES } from "../open-services/services.ts";
import { configuredRouter } from "./configured-router.ts";
import { configuredTimetable } from "./configured-timetable.ts";
import { readDay, type ZonedDay } from "./read-day.ts";
import type { FoundRoute, Router } from "./router.ts";
import type { FoundConnection, Timetable } from "./timetable.ts";
import { transitLeg } from "./transit-leg.ts";

/** The ways of so many stops are asked for; the rest of such a day is estimated. */
const MOST_ROUTED = 100;
/** What is not known by then is estimated now, and there when it is asked for again. */
const PATIENCE_MS = 6000;

/**
 * The ways between the stops of a day that have a place, as it stands.
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
  /** When one rides; null where one does not. */
  ride: PlannedDeparture | null;
  /** Stops without a place in between. */
  past: string[];
}

/** Nobody goes anywhere within one place. */
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
    // Where one leaves for this one nobody knows, if there is a stop in between.
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

/** Where nobody chose, a router knows of what rides only the car's way; and nobody drives where one flies. */
export function askedMode(mode: LegMode): TravelMode | null {
  if (mode === "far") return null;
  return mode === "ride" ? "drive" : mode;
}

/** What the router says of each, null for those that nobody asks for. What takes too long is unknown, and there the next time. */
async function waysOf(router: Router | null, pairs: readonly Pair[]): Promise<FoundRoute[]> {
  const none = pairs.map(() => null);
  if (!router) return none;
  const asked = pairs.flatMap(({ from, to, leg }, index) => {
    const mode = askedMode(leg.mode);
    return mode === null ? [] : [{ index, mode, from: from.place, to: to.place }];
  });
  const found = await withTimeout(PATIENCE_MS, router.findWays(asked));
  const byPair = new Map(
    asked.map(({ index }, at) => [index, found ? (found[at] ?? null) : "unknown"] as const),
  );
  return pairs.map((_, index) => byPair.get(index) ?? null);
}

/** The same of timetables. */
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

/** null where no timetable tells of it. */
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
  const asked = askedMode(mode);
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
