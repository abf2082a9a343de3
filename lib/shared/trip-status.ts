import { dateInZone } from "./dates.ts";

export const TRIP_STATUSES = ["undated", "upcoming", "ongoing", "past", "archived"] as const;
type TripStatus = (typeof TRIP_STATUSES)[number];

interface Dated {
  startDate: string | null;
  endDate: string | null;
  timezone: string;
  archivedAt: string | null;
}

/** The status of a trip by its own calendar: the date in the trip's time zone decides, not the reader's. */
export function tripStatus(trip: Dated, now: Date): TripStatus {
  if (trip.archivedAt) return "archived";
  if (!trip.startDate || !trip.endDate) return "undated";
  const today = dateInZone(now, trip.timezone);
  if (today < trip.startDate) return "upcoming";
  return today > trip.endDate ? "past" : "ongoing";
}
