import type { Db } from "#db/client.ts";
import { selectUserImages } from "#db/queries/users.ts";
import { Id } from "#lib/shared/fields.ts";
import { freshDatabase } from "../process/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { hourlyJob, sweepOwnFolder } from "../storage/sweep.ts";
import { avatarKeyOf, AVATARS } from "./address.ts";

export const sweepAvatarsHourly = hourlyJob((now) => sweepAvatars(now), "sweeping avatars");

/**
 * Deletes the objects that are no user's picture.
 * @returns the number of objects
 */
export function sweepAvatars(
  now: Date,
  store: ObjectStore = objectStore(),
  db: Db = freshDatabase(),
): Promise<number> {
  return sweepOwnFolder(db, store, AVATARS, now, (keys) => orphansAmong(db, keys));
}

async function orphansAmong(db: Db, objectKeys: string[]): Promise<string[]> {
  const keys = objectKeys.flatMap((key) => {
    const userId = Id.safeParse(key.split("/")[1]).data;
    return userId === undefined ? [] : { key, userId };
  });
  const rows = await selectUserImages(db, { userIds: [...new Set(keys.map(({ userId }) => userId))] });
  const current = new Set(rows.map(({ userId, image }) => avatarKeyOf(userId, image)));
  return keys.filter(({ key }) => !current.has(key)).map(({ key }) => key);
}
