import { roleAtLeast } from "#lib/shared/roles.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

/**
 * Returns the trips that the user may change: the ongoing one, upcoming ones with the next one first, those without
 * dates, and then the newest past ones.
 */
export function tripsToAddTo(trips: readonly TripSummary[], today: string): TripSummary[] {
  const open = trips.filter(
    ({ role, isDemo, archivedAt, deletedAt }) =>
      roleAtLeast(role, "editor") && !isDemo && archivedAt === null && deletedAt === null,
  );
  return open.toSorted((a, b) => rankOf(a, today) - rankOf(b, today) || byDate(a, b, today));
}

function rankOf({ startDate, endDate }: TripSummary, today: string): number {
  if (startDate === null || endDate === null) return 2;
  if (endDate < today) return 3;
  return startDate <= today ? 0 : 1;
}

function byDate(a: TripSummary, b: TripSummary, today: string): number {
  const [left, right] = [a.startDate ?? "", b.startDate ?? ""];
  const isEarlier = left < right ? -1 : left > right ? 1 : 0;
  return rankOf(a, today) === 3 ? -isEarlier : isEarlier;
}
