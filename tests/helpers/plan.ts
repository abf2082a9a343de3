import type { TripDto } from "#lib/shared/trips.ts";

type Versioned = "version" | "updatedAt";

/** What people see of a trip: all of it but the counters that every write moves on. */
export interface Plan extends Omit<TripDto, Versioned | "seq" | "days" | "stops" | "members"> {
  days: Omit<TripDto["days"][number], Versioned>[];
  stops: Omit<TripDto["stops"][number], Versioned>[];
  members: Omit<TripDto["members"][number], Versioned>[];
}

export function plan(trip: TripDto): Plan {
  const { seq: _, ...fields } = trip;
  const { days, stops, members } = trip;
  return {
    ...unversioned(fields),
    days: days.map(unversioned),
    stops: stops.map(unversioned),
    members: members.map(unversioned),
  };
}

function unversioned<T extends Record<Versioned, unknown>>(row: T): Omit<T, Versioned> {
  const { version: _, updatedAt: __, ...rest } = row;
  return rest;
}
