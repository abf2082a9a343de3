import type { TripSummary } from "#lib/shared/trips.ts";

export interface TripGroups {
  ongoing: TripSummary[];
  upcoming: TripSummary[];
  ideas: TripSummary[];
  /** The past trips by year, the newest year first. */
  past: Array<{ year: string; trips: TripSummary[] }>;
}

/** Groups the trips: ongoing ones, upcoming ones, those without dates by last change, and then past ones. */
export function groupTrips(trips: readonly TripSummary[]): TripGroups {
  const of = (status: TripSummary["status"]) => trips.filter((trip) => trip.status === status);
  const past = of("past").toSorted(by(({ endDate }) => endDate ?? "", "down"));
  const years = [...new Set(past.map(yearOf))];
  return {
    ongoing: of("ongoing").toSorted(by(({ endDate }) => endDate ?? "", "up")),
    upcoming: of("upcoming").toSorted(by(({ startDate }) => startDate ?? "", "up")),
    ideas: of("undated").toSorted(by(({ updatedAt }) => updatedAt, "down")),
    past: years.map((year) => ({ year, trips: past.filter((trip) => yearOf(trip) === year) })),
  };
}

function yearOf(trip: TripSummary): string {
  return (trip.endDate ?? "").slice(0, 4);
}

function by(key: (trip: TripSummary) => string, direction: "up" | "down") {
  const sign = direction === "up" ? 1 : -1;
  // Dates and ids are compared as plain strings.
  return (a: TripSummary, b: TripSummary) =>
    key(a) === key(b) ? (a.id < b.id ? -1 : 1) : key(a) < key(b) ? -sign : sign;
}
