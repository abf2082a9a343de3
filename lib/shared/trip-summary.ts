import type { TripDto, TripSummary } from "./trips.ts";

/**
 * Returns the summary of a full trip that the trip list shows, so that the list needs no new request after a trip was
 * created.
 */
export function tripSummary(trip: TripDto): TripSummary {
  const members = trip.members.filter((member) => member.leftAt === null);
  const { id, title, destination, startDate, endDate, timezone, currency, status, role } = trip;
  return {
    id,
    title,
    destination,
    startDate,
    endDate,
    timezone,
    currency,
    status,
    role,
    memberCount: members.length,
    stopCount: trip.stops.length,
    plannedCount: trip.stops.filter(({ dayId }) => dayId !== null).length,
    members: members.slice(0, 4),
    isSample: trip.isSample,
    isDemo: trip.isDemo,
    archivedAt: trip.archivedAt,
    deletedAt: trip.deletedAt,
    updatedAt: trip.updatedAt,
  };
}
