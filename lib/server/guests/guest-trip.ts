import { selectGuestTrip } from "#db/queries/guests.ts";
import { freshDatabase } from "../database.ts";

/** The one trip that a guest is in; null when they left it or were removed. */
export async function findGuestTrip(userId: string): Promise<string | null> {
  const [trip] = await selectGuestTrip(freshDatabase(), { userId });
  return trip?.tripId ?? null;
}
