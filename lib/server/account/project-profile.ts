import type { Database } from "#db/client.ts";
import {
  deleteProfileChange,
  projectProfile,
  selectOutdatedTrips,
  selectProfileChange,
} from "#db/queries/account-projections.ts";
import { avatarImage } from "../auth/avatar-image.ts";
import type { TripWrite } from "../write.ts";
import { writeAs } from "./write-as.ts";

/**
 * Brings a user's name and picture into every trip that shows older ones: one transaction per trip in id order, each
 * taking the profile as it is by then, so that changes at the same time end in the last one. Trips that they left keep
 * the name they knew: who has parted learns nothing new of each other. Nothing happens where nothing has changed.
 */
export async function tellTrips(db: Database, userId: string): Promise<void> {
  const generated = avatarImage(userId);
  for (;;) {
    const [change] = await selectProfileChange(db, { userId });
    if (!change) return;
    for (const { tripId } of await selectOutdatedTrips(db, { userId, generated })) {
      await writeAs(db, userId, tripId, (write) => project(write, userId, generated));
    }
    // It stays when the profile has changed meanwhile, and then the trips are told again.
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
