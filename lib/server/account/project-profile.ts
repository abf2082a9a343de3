import type { Database } from "#db/client.ts";
import {
  deleteProfileChange,
  projectProfile,
  selectTripsWithOldProfile,
  selectProfileChange,
} from "#db/queries/account-projections.ts";
import { avatarImage } from "../auth/avatar-image.ts";
import type { TripWrite } from "../writes/write.ts";
import { writeAs } from "./write-as.ts";

/**
 * Copies a user's name and picture into every trip that shows older ones: one transaction per trip in the order of the
 * trips' ids. Each reads the current profile, so that concurrent changes end in the last one. Trips that the user has
 * left keep the old name, because former members learn nothing new about each other. If nothing has changed, nothing is
 * written.
 */
export async function projectProfileToTrips(db: Database, userId: string): Promise<void> {
  const generated = avatarImage(userId);
  for (;;) {
    const [change] = await selectProfileChange(db, { userId });
    if (!change) return;
    for (const { tripId } of await selectTripsWithOldProfile(db, { userId, generated })) {
      await writeAs(db, userId, tripId, (write) => project(write, userId, generated));
    }
    // If the profile has changed meanwhile, the row stays, and the trips are updated again.
    await deleteProfileChange(db, { userId, version: change.version });
  }
}

async function project(write: TripWrite, userId: string, generated: string): Promise<void> {
  const tripId = write.trip.id;
  const [projected] = await projectProfile(write.tx, { tripId, userId, generated, at: write.at });
  if (!projected) return;
  const { member, oldName, oldImage } = projected;
  const before = {
    ...(member.name === oldName ? {} : { name: oldName }),
    ...(member.image === oldImage ? {} : { image: oldImage }),
  };
  write.record({ op: "member.updated", entityId: member.id, before, after: member });
  write.record({ op: "members.invalidated", entityId: tripId, after: { id: tripId } });
}
