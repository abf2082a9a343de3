import type { TransitConnection, TransitPart, TransitWay } from "#lib/shared/day-legs.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import type { LocalTime } from "#lib/shared/reservations.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import type { TimetableConnection, FoundConnections, ConnectionPart } from "./connections.ts";

const MINUTE_MS = 60_000;

/** The time zones that are used when the timetable does not say them. */
interface Zones {
  from: string;
  to: string;
}

/** Returns the connections with local times. */
export function transitLeg(found: FoundConnections, { at, by }: PlannedDeparture, zones: Zones): TransitWay {
  return {
    ...toldConnection(found.best, zones),
    plannedFor: { at: new Date(at).toISOString(), by },
    others: found.others.map((each) => toldConnection(each, zones)),
  };
}

function toldConnection(connection: TimetableConnection, zones: Zones): TransitConnection {
  const { departs, arrives, transfers, price, parts } = connection;
  const from = parts[0]?.from.zone ?? zones.from;
  const to = parts.at(-1)?.to.zone ?? zones.to;
  return {
    ...ends({ at: departs, zone: from }, { at: arrives, zone: to }),
    transfers,
    ...(price && { price }),
    parts: parts.map((part) => toldPart(part, zones)),
  };
}

function toldPart({ from, to, ...part }: ConnectionPart, zones: Zones): TransitPart {
  // Times along the way are in the time zone of the start, unless the timetable says otherwise.
  const start = { at: from.at, zone: from.zone ?? zones.from };
  const end = { at: to.at, zone: to.zone ?? (to.name === null ? zones.to : (from.zone ?? zones.from)) };
  return { ...part, ...ends(start, end), from: from.name, to: to.name };
}

interface End {
  at: number;
  zone: string;
}

function ends(from: End, to: End) {
  return { departsAt: localTime(from), arrivesAt: localTime(to), minutes: minutesOf(to.at - from.at) };
}

function localTime({ at, zone }: End): LocalTime {
  const { date, time } = wallClock(at, zone);
  return { local: `${date}T${time}`, zone };
}

function minutesOf(ms: number): number {
  return Math.max(1, Math.round(ms / MINUTE_MS));
}
