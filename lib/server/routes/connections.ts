import type { Money } from "#lib/shared/fields.ts";
import type { TransitMode } from "#lib/shared/transit-modes.ts";

/** One end of a part of a connection. */
export interface PartEnd {
  /** null: where the way begins or ends. */
  name: string | null;
  /** Epoch ms. */
  at: number;
  /** Whose clocks people there go by; null: the timetable does not say. */
  zone: string | null;
}

export interface FoundPart {
  mode: TransitMode;
  from: PartEnd;
  to: PartEnd;
  line?: string;
  headsign?: string;
  agency?: string;
  /** Of a walk. */
  meters?: number;
}

/** One way of getting there by a timetable. */
export interface Connection {
  /** Epoch ms. */
  departs: number;
  arrives: number;
  transfers: number;
  /** The least that one adult pays, where all of it is known. */
  price?: Money;
  parts: FoundPart[];
}

/** What a timetable tells of a way at a time. */
export interface FoundConnections {
  /** The one that suits the plan. */
  best: Connection;
  meters: number;
  /** `[lng, lat]`, simplified. */
  path: [number, number][];
  /** Others around it, in order of departure. */
  others: Connection[];
}
