import type { Db } from "#db/client.ts";
import { claimExpiredAttachments, selectNeededObjects } from "#db/queries/attachments.ts";
import { freshDatabase } from "../database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { hourly, sweepFolder, sweepOwnFolder } from "../storage/sweep.ts";
import { ATTACHMENTS, folderOf, INCOMING } from "./object-keys.ts";

const GRACE_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

export const sweepAttachmentsHourly = hourly((now) => sweepAttachments(now), "sweeping attachments");

/**
 * Ends the grace of deleted files. The row is given up before the object: whatever happens between the two, nobody gets
 * back a file without its bytes, and the sweep finds bytes without a file. @returns how many
 */
export async function purgeDeletedAttachments(
  db: Db,
  now: Date,
  store: ObjectStore = objectStore(),
): Promise<number> {
  const before = new Date(now.getTime() - GRACE_MS);
  const claimed = await claimExpiredAttachments(db, { before, at: now, limit: AT_ONCE });
  for (const { objectKey } of claimed) await store.delete(objectKey);
  return claimed.length;
}

/** Deletes the objects that no file needs: of failed uploads and deletions, of purged trips, never confirmed. @returns how many */
export async function sweepAttachments(
  now: Date,
  store: ObjectStore = objectStore(),
  db: Db = freshDatabase(),
): Promise<number> {
  const files = await sweepOwnFolder(db, store, ATTACHMENTS, now, (keys) => orphansAmong(db, keys));
  const incoming = await sweepFolder(store, INCOMING, now);
  return files + incoming;
}

async function orphansAmong(db: Db, objectKeys: string[]): Promise<string[]> {
  const rows = await selectNeededObjects(db, { objectKeys });
  const needed = new Set(rows.map(({ objectKey }) => objectKey));
  return objectKeys.filter((key) => !needed.has(key));
}

/** The bytes of a trip that was purged. What this misses, the sweep finds. */
export async function forgetFilesOf(tripId: string, store: ObjectStore = objectStore()): Promise<void> {
  for await (const page of store.list(folderOf(tripId))) {
    for (const { key } of page) await store.delete(key);
  }
}
