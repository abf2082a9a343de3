import type { TripDto } from "#lib/shared/trips.ts";

const COUNTERS = ["version", "updatedAt", "seq"] as const;

type Uncounted<T> = T extends readonly (infer Row)[]
  ? Uncounted<Row>[]
  : T extends object
    ? { [Key in keyof T as Exclude<Key, (typeof COUNTERS)[number]>]: Uncounted<T[Key]> }
    : T;

/** A trip without the counters that every write increases. */
export type UncountedTrip = Uncounted<TripDto>;

export function withoutCounters(trip: TripDto): UncountedTrip {
  const counters: readonly string[] = COUNTERS;
  const text = JSON.stringify(trip, (key, value: unknown) => (counters.includes(key) ? undefined : value));
  return JSON.parse(text);
}
