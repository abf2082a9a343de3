import { estimateLeg, type Leg, type Point, type LegOf } from "#lib/shared/legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import { OPEN_SERVICES } from "../open-services/services.ts";
import { configuredRouter } from "./configured-router.ts";
import { configuredTimetable } from "./configured-timetable.ts";
import { routedMode } from "./list-legs.ts";
import type { FoundRoute, Router } from "./router.ts";
import { transitLeg } from "./transit-leg.ts";

/** A leg of a plan. `chosen` is the travel mode that somebody has chosen, or null. */
export interface PlannedLeg {
  from: Point;
  to: Point;
  chosen: TravelMode | null;
  /** The planned departure, when the leg is by public transport. */
  ride: PlannedDeparture | null;
}

interface KnownWays {
  wayOf: LegOf;
  /** The credit of the map or timetable, when any of the legs uses it. */
  attribution: string | null;
}

type Known = ReadonlyArray<readonly [key: string, leg: Leg]>;

/**
 * Returns the cached routes and transit connections of legs, and estimates for the other legs. No service is called.
 */
export async function knownRoutes(planned: readonly PlannedLeg[]): Promise<KnownWays> {
  const router = configuredRouter();
  const [routed, timed] = await Promise.all([routedWays(router, planned), timedWays(planned)]);
  const known = new Map([...routed, ...timed]);
  const names = [
    ...(router && routed.length > 0 ? [router.attribution] : []),
    ...(timed.length > 0 ? [OPEN_SERVICES.timetables.credits[0].name] : []),
  ];
  return {
    wayOf: (from, to, chosen = null, ride = null) =>
      known.get(keyOf({ from, to, chosen, ride })) ?? estimateLeg(from, to, chosen),
    attribution: names.join(" · ") || null,
  };
}

async function routedWays(router: Router | null, planned: readonly PlannedLeg[]): Promise<Known> {
  if (!router) return [];
  const wanted = planned.flatMap((way) => {
    const leg = estimateLeg(way.from, way.to, way.chosen);
    const mode = leg && routedMode(leg.mode);
    return mode ? [{ key: keyOf(way), from: way.from, to: way.to, mode }] : [];
  });
  const found = await router.knownWays(wanted);
  return wanted.flatMap(({ key, mode }, index) => {
    const leg = legOf(mode, found[index] ?? null);
    return leg ? [[key, leg] as const] : [];
  });
}

async function timedWays(planned: readonly PlannedLeg[]): Promise<Known> {
  const timetable = configuredTimetable();
  const wanted = planned.flatMap((way) => (way.ride ? [{ ...way, ride: way.ride }] : []));
  if (!timetable || wanted.length === 0) return [];
  const found = await timetable.knownRides(wanted);
  return wanted.flatMap((way, index) => {
    const ride = found[index] ?? null;
    if (ride === null || ride === "unknown") return [];
    // The time zone is irrelevant here, because only the duration is used.
    const transit = transitLeg(ride, way.ride, { from: "UTC", to: "UTC" });
    const { minutes } = transit;
    return [
      [keyOf(way), { mode: "transit", meters: ride.meters, minutes, isRouted: true, transit }] as const,
    ];
  });
}

function keyOf({ from, to, chosen, ride }: PlannedLeg): string {
  const when = ride ? `${ride.by} ${ride.at}` : "";
  return `${chosen ?? ""} ${from.lat},${from.lng} ${to.lat},${to.lng} ${when}`;
}

function legOf(mode: TravelMode, way: FoundRoute): Leg | null {
  if (way === null || way === "unknown") return null;
  const minutes = Math.max(1, Math.round(way.seconds / 60));
  return { mode, meters: Math.round(way.meters), minutes, isRouted: true };
}
