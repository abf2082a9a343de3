import { legsApi } from "#lib/shared/api/legs.ts";
import type { DayLegs, LegDto } from "#lib/shared/day-legs.ts";
import { estimateLeg, type Leg, type LegMode, type Point } from "#lib/shared/legs.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { Ctx } from "../context.ts";
import { configuredRouter } from "./configured-router.ts";
import { readDay } from "./read-day.ts";
import type { Router } from "./router.ts";

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
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const legs = await Promise.all(
    pairs.map((pair, index) => legOf(index < MOST_ROUTED ? router : null, pair, patience)),
  );
  const isRouted = legs.some(({ source }) => source === "router");
  const isPending = router !== null && pairs.slice(0, MOST_ROUTED).some((pair) => isOpen(router, pair));
  return { legs, attribution: isRouted && router ? router.attribution : null, isPending };
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

/** Whether the router may tell more of it when it is asked again. */
function isOpen(router: Router, { from, to, leg }: Pair): boolean {
  const asked = askedMode(leg.mode);
  return asked !== null && router.isOpen(asked, from.place, to.place);
}

async function legOf(
  router: Router | null,
  { from: start, to: end, leg, past }: Pair,
  patience: AbortSignal,
): Promise<LegDto> {
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
  const way = router && asked && (await within(patience, router.findWay(asked, from, to)));
  if (!way || !asked) return { ...ends, mode, meters, minutes, source: "estimate" };
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

/** null where it takes too long. */
function within<T>(patience: AbortSignal, answer: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    patience.addEventListener("abort", () => resolve(null), { once: true });
    answer.then(resolve, reject);
  });
}
