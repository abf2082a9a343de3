import { legsApi } from "#lib/shared/api/legs.ts";
import type { DayLegs, LegDto } from "#lib/shared/day-legs.ts";
import { estimateLeg, type Leg, type LegMode, type Point } from "#lib/shared/legs.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { Ctx } from "../context.ts";
import { inTime } from "../in-time.ts";
import { configuredRouter } from "./configured-router.ts";
import { readDay } from "./read-day.ts";
import type { FoundWay, Router } from "./router.ts";

/** The ways of so many stops are asked for; the rest of such a day is estimated. */
const MOST_ROUTED = 100;
/** What is not known by then is estimated now, and there when it is asked for again. */
const PATIENCE_MS = 6000;

/**
 * The ways between the stops of a day that have a place, as it stands.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function listLegs(ctx: Ctx, tripId: string, dayId: string): Promise<DayLegs> {
  const { stops } = await readDay(ctx, tripId, dayId, legsApi.list.path);
  const router = configuredRouter();
  const pairs = pairsOf(stops);
  const ways = await waysOf(router, pairs.slice(0, MOST_ROUTED));
  const legs = pairs.map((pair, index) => legOf(pair, ways[index] ?? null));
  const isRouted = legs.some(({ source }) => source === "router");
  return {
    legs,
    attribution: isRouted && router ? router.attribution : null,
    isPending: ways.includes("unknown"),
  };
}

type Placed = StopFields & { place: Point };

interface Pair {
  from: Placed;
  to: Placed;
  leg: Leg;
  /** Stops without a place in between. */
  past: string[];
}

/** Nobody goes anywhere within one place. */
function pairsOf(stops: readonly StopFields[]): Pair[] {
  const pairs: Pair[] = [];
  let from: Placed | null = null;
  let past: string[] = [];
  for (const stop of stops) {
    if (!hasPlace(stop)) {
      past.push(stop.id);
      continue;
    }
    const leg: Leg | null = from && estimateLeg(from.place, stop.place, stop.travelMode);
    if (from && leg) pairs.push({ from, to: stop, leg, past });
    from = stop;
    past = [];
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
async function waysOf(router: Router | null, pairs: readonly Pair[]): Promise<FoundWay[]> {
  const none = pairs.map(() => null);
  if (!router) return none;
  const asked = pairs.flatMap(({ from, to, leg }, index) => {
    const mode = askedMode(leg.mode);
    return mode === null ? [] : [{ index, mode, from: from.place, to: to.place }];
  });
  const found = await inTime(PATIENCE_MS, router.findWays(asked));
  const byPair = new Map(
    asked.map(({ index }, at) => [index, found ? (found[at] ?? null) : "unknown"] as const),
  );
  return pairs.map((_, index) => byPair.get(index) ?? null);
}

function legOf({ from: start, to: end, leg, past }: Pair, way: FoundWay): LegDto {
  const [{ id: fromId, place: from }, { id: toId, place: to, travelMode: chosen }] = [start, end];
  const ends = {
    fromId,
    toId,
    from: pointOf(from),
    to: pointOf(to),
    chosen,
    ...(past.length > 0 && { past }),
  };
  const { mode, meters, minutes } = leg;
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
