import { selectUserImages } from "#db/queries/users.ts";
import type { Db } from "#db/client.ts";
import { Id } from "#lib/shared/fields.ts";
import { freshDatabase } from "../database.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import type { ListedObject, ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { avatarKeyOf, AVATARS } from "./address.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Far longer than any upload takes from its object to its profile. */
const ORPHAN_AFTER_MS = HOUR_MS;

let sweptHour = 0;

/** In the first minute of an hour, after the answer: the tick of any instance will do, and none needs to remember. */
export function sweepAvatarsHourly(now: Date): void {
  const hour = Math.floor(now.getTime() / HOUR_MS);
  if (now.getUTCMinutes() !== 0 || hour === sweptHour) return;
  sweptHour = hour;
  defer(() => sweepAvatars(now), "sweeping avatars");
}

/** Deletes the objects that are nobody's picture: what failed uploads and failed deletions have left. @returns how many */
export async function sweepAvatars(
  now: Date,
  store: ObjectStore = objectStore(),
  db: Db = freshDatabase(),
): Promise<number> {
  const before = now.getTime() - ORPHAN_AFTER_MS;
  let deleted = 0;
  for await (const page of store.list(AVATARS)) {
    const old = page.filter(({ writtenAt }) => writtenAt.getTime() < before);
    for (const key of await orphansAmong(db, old)) {
      await store.delete(key);
      deleted += 1;
    }
  }
  if (deleted > 0) log().info({ deleted }, "avatars without a user were deleted");
  return deleted;
}

async function orphansAmong(db: Db, objects: ListedObject[]): Promise<string[]> {
  if (objects.length === 0) return [];
  const keys = objects.flatMap(({ key }) => {
    const userId = Id.safeParse(key.split("/")[1]).data;
    return userId === undefined ? [] : { key, userId };
  });
  const rows = await selectUserImages(db, { userIds: [...new Set(keys.map(({ userId }) => userId))] });
  const current = new Set(rows.map(({ userId, image }) => avatarKeyOf(userId, image)));
  return keys.filter(({ key }) => !current.has(key)).map(({ key }) => key);
}
