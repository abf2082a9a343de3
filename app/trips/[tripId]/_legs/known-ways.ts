import { call } from "#lib/client/api.ts";
import { legsApi } from "#lib/client/operations.ts";
import type { DayLegs, LegDto } from "#lib/shared/day-legs.ts";
import { estimateLeg, type Leg, type Point, type LegOf, type Waypoint } from "#lib/shared/legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";

/**
 * What a router told, by where from, where to and how, and a timetable, by when: whatever moves has other keys, so that
 * none is ever stale.
 */
export type KnownWays = ReadonlyMap<string, Leg>;

export function wayKey(
  from: Point,
  to: Point,
  mode: TravelMode | null = null,
  ride: PlannedDeparture | null = null,
): string {
  const when = ride ? ` ${ride.by} ${ride.at}` : "";
  return `${mode ?? ""} ${from.lat},${from.lng} ${to.lat},${to.lng}${when}`;
}

/** The keys of the ways through these stops. */
export function wayKeys(stops: readonly Waypoint[]): string[] {
  return stops.slice(1).flatMap((to, index) => {
    const from = stops[index];
    return from ? [wayKey(from, to, to.travelMode, to.ride)] : [];
  });
}

export function wayOfKnown(known: KnownWays): LegOf {
  if (known.size === 0) return estimateLeg;
  return (from, to, mode, ride) => {
    const told = known.get(wayKey(from, to, mode, ride));
    if (told) return told;
    // Where nobody chose, the router went in some way too, and chosen it takes as long.
    const automatic = known.get(wayKey(from, to));
    return automatic && automatic.mode === mode ? automatic : estimateLeg(from, to, mode);
  };
}

/** Whose timetables they are. */
export type TimetableCredit = NonNullable<DayLegs["timetableCredit"]>;

/** What a router told so far, and whose map it goes by. */
export interface ToldWays {
  known: KnownWays;
  attribution: string | null;
  timetableCredit: TimetableCredit | null;
}

interface DayWays extends Omit<ToldWays, "known"> {
  ways: [string, Leg][];
  /** The router may tell more when it is asked again. */
  isPending: boolean;
}

/** What the router says of a day's ways; estimates are made here just as well. */
export async function fetchWays(
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
  return [wayKey(from, to, chosen, ride), leg];
}
