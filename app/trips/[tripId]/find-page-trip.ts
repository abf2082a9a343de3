import { cache } from "react";
import { freshDatabase } from "#lib/server/process/database.ts";
import { readTripText } from "#lib/server/trips/read-trip.ts";
import { findViewer } from "#lib/server/access/viewer.ts";
import { AppError } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";
import { DEMO_TRIP_ID, type TripDto } from "#lib/shared/trips.ts";

/**
 * Reads the trip for the first rendering of its page; null if it does not exist or the user is no member. It is read
 * once per request.
 */
export const findPageTrip = cache(async (tripId: string): Promise<TripDto | null> => {
  const viewer = await findViewer();
  if (!viewer || !Id.safeParse(tripId).success) return null;
  // A guest without an account can open only the guest's own trip, not the demo trip.
  if (viewer.user.isAnonymous && tripId.toLowerCase() === DEMO_TRIP_ID) return null;
  try {
    // PostgreSQL has built this text from the projections that TripDto describes, so the cast is safe.
    return JSON.parse(await readTripText(freshDatabase(), viewer.userId, tripId)) as TripDto;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
});
