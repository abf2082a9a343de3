import { call } from "#lib/client/base/api.ts";
import { legsApi } from "#lib/client/base/operations.ts";
import type { DayLegs, LegDto } from "#lib/shared/day-legs.ts";
import { estimateLeg, type Leg, type Point, type LegOf, type Waypoint } from "#lib/shared/legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";

/**
 * The legs that a routing service or a timetable has given. The key contains both points, the travel mode and the
 * departure, so that a moved stop has another key and no entry is ever outdated.
 */
export type KnownLegs = ReadonlyMap<string, Leg>;

export function legKey(
  from: Point,
  to: Point,
  mode: TravelMode | null = null,
  ride: PlannedDeparture | null = null,
): string {
  const when = ride ? ` ${ride.by} ${ride.at}` : "";
  return `${mode ?? ""} ${from.lat},${from.lng} ${to.lat},${to.lng}${when}`;
}

/** Returns the keys of the legs between consecutive stops of a day. */
export function legKeys(stops: readonly Waypoint[]): string[] {
  return stops.slice(1).flatMap((to, index) => {
    const from = stops[index];
    return from ? [legKey(from, to, to.travelMode, to.ride)] : [];
  });
}

export function createLegLookup(known: KnownLegs): LegOf {
  if (known.size === 0) return estimateLeg;
  return (from, to, mode, ride) => {
    const told = known.get(legKey(from, to, mode, ride));
    if (told) return told;
    // If no travel mode was chosen, the routing service chose one; the same route applies when that mode is chosen
    // explicitly.
    const automatic = known.get(legKey(from, to));
    return automatic && automatic.mode === mode ? automatic : estimateLeg(from, to, mode);
  };
}

/** The credit of the timetables' provider. */
export type TimetableCredit = NonNullable<DayLegs["timetableCredit"]>;

/** The legs that the routing service has given so far, with the credits of its map and timetables. */
export interface FetchedLegs {
  known: KnownLegs;
  attribution: string | null;
  timetableCredit: TimetableCredit | null;
}

interface DayWays extends Omit<FetchedLegs, "known"> {
  ways: [string, Leg][];
  /** Whether a later request may give more legs. */
  isPending: boolean;
}

/**
 * Requests the legs of a day from the routing service. Estimates are left out, because the client computes the same
 * estimates itself.
 */
export async function fetchLegs(
  params: { tripId: string; dayId: string },
  signal: AbortSignal,
): Promise<DayWays> {
  const { data } = await call(legsApi.list, { params }, { signal });
  const ways = data.legs.flatMap((told) => (told.source === "router" ? [wayIn(told)] : []));
  const { attribution, timetableCredit = null, isPending } = data;
  return { ways, attribution, timetableCredit, isPending };
}

function wayIn({ from, to, chosen, mode, meters, minutes, path, transit }: LegDto): [string, Leg] {
  const leg: Leg = {
    mode,
    meters,
    minutes,
    isRouted: true,
    ...(path && { path }),
    ...(transit && { transit }),
  };
  const ride = transit && { at: Date.parse(transit.plannedFor.at), by: transit.plannedFor.by };
  return [legKey(from, to, chosen, ride), leg];
}
