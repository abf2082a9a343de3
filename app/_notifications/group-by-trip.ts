import type { NotificationDto } from "#lib/shared/notifications.ts";

export interface TripGroup {
  tripId: string;
  title: string;
  lines: NotificationDto[];
}

/** By trip, the one with the newest first; the title is as the newest line knows it. */
export function groupByTrip(lines: readonly NotificationDto[]): TripGroup[] {
  const groups = Map.groupBy(lines, ({ tripId }) => tripId);
  return [...groups].map(([tripId, own]) => ({ tripId, title: own[0]?.details.tripTitle ?? "", lines: own }));
}
