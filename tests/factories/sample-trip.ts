import { eq, isNull, and } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { cloneTemplate, type CloneOptions } from "#db/clone-template.ts";
import { kyotoOsakaTrip } from "#db/content/kyoto-osaka.ts";
import { tripMembers } from "#db/schema/members.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { Person } from "./people.ts";

type Sample = Partial<Pick<CloneOptions, "locale" | "startDate" | "at">>;

/**
 * Creates a trip with the content of the sample trip: five full days, ideas, reservations, expenses and comments.
 * Friends replace the sample's companions of the same names. The trip is not marked as a sample, because pages would
 * show that. Returns its id.
 */
export async function newLivelyTrip(
  owner: Person,
  friends: readonly Person[] = [],
  { locale = "en", startDate = "2027-04-05", at = new Date() }: Sample = {},
): Promise<string> {
  const db = freshDatabase();
  const tripId = uuidv7();
  await cloneTemplate(db, {
    template: kyotoOsakaTrip,
    tripId,
    owner: { userId: owner.userId, name: owner.name, image: null },
    locale,
    startDate,
    at,
    isSample: false,
    isDemo: false,
  });
  for (const { userId, name } of friends) {
    const place = and(eq(tripMembers.tripId, tripId), eq(tripMembers.name, name), isNull(tripMembers.userId));
    await db.drizzle.update(tripMembers).set({ userId }).where(place);
  }
  return tripId;
}
