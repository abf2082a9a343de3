import { selectGuestTrip } from "#db/queries/guests.ts";
import { freshDatabase } from "../process/database.ts";

/** Returns the one trip that a guest is in; null when the guest has left it or was removed. */
export async function findGuestTrip(userId: string): Promise<string | null> {
  const [trip] = await selectGuestTrip(freshDatabase(), { userId });
  return trip?.tripId ?? null;
}
