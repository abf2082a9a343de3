import type { NotificationDto } from "#lib/shared/notifications.ts";

export interface TripGroup {
  tripId: string;
  title: string;
  lines: NotificationDto[];
}

/**
 * Groups notifications by trip, the trip with the newest one first; the title is that of the trip's newest
 * notification.
 */
export function groupByTrip(lines: readonly NotificationDto[]): TripGroup[] {
  const groups = Map.groupBy(lines, ({ tripId }) => tripId);
  return [...groups].map(([tripId, own]) => ({ tripId, title: own[0]?.details.tripTitle ?? "", lines: own }));
}
