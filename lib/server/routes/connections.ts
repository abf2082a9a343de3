import type { Money } from "#lib/shared/fields.ts";
import type { TransitMode } from "#lib/shared/transit-modes.ts";

/** One end of a part of a transit connection. */
export interface PartEnd {
  /** The name of the station; null: the end is an end of the whole leg. */
  name: string | null;
  /** The time of departure or arrival in milliseconds since 1970. */
  at: number;
  /** The time zone of the place; null: the timetable does not say it. */
  zone: string | null;
}

export interface ConnectionPart {
  mode: TransitMode;
  from: PartEnd;
  to: PartEnd;
  line?: string;
  headsign?: string;
  agency?: string;
  /** The length of a walk in metres. */
  meters?: number;
}

/** One transit connection that a timetable offers. */
export interface TimetableConnection {
  /** The time of departure in milliseconds since 1970. */
  departs: number;
  arrives: number;
  transfers: number;
  /** The lowest fare for one adult, when the fare of every part is known. */
  price?: Money;
  parts: ConnectionPart[];
}

/** The transit connections that a timetable offers for a leg at a time. */
export interface FoundConnections {
  /** The connection that suits the plan best. */
  best: TimetableConnection;
  meters: number;
  /** Positions as `[lng, lat]`, simplified. */
  path: [number, number][];
  /** Other connections at about that time, in the order of departure. */
  others: TimetableConnection[];
}
