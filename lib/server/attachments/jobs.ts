import type { Db } from "#db/client.ts";
import { claimExpiredAttachments, selectNeededObjects } from "#db/queries/attachments.ts";
import { freshDatabase } from "../process/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { hourlyJob, sweepFolder, sweepOwnFolder } from "../storage/sweep.ts";
import { ATTACHMENTS, folderOfTrip, INCOMING_FOLDER } from "./object-keys.ts";

const GRACE_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

export const sweepAttachmentsHourly = hourlyJob((now) => sweepAttachments(now), "sweeping attachments");

/**
 * Deletes the files whose 30 days have passed. The row is deleted before the object: after an interruption nobody can
 * restore a file without its bytes, and the sweep finds the bytes without a row.
 * @returns the number of files
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

/**
 * Deletes the objects that no attachment refers to: those of failed uploads and deletions, of purged trips, and uploads
 * that were never confirmed.
 * @returns the number of objects
 */
export async function sweepAttachments(
  now: Date,
  store: ObjectStore = objectStore(),
  db: Db = freshDatabase(),
): Promise<number> {
  const files = await sweepOwnFolder(db, store, ATTACHMENTS, now, (keys) => orphansAmong(db, keys));
  const incoming = await sweepFolder(store, INCOMING_FOLDER, now);
  return files + incoming;
}

async function orphansAmong(db: Db, objectKeys: string[]): Promise<string[]> {
  const rows = await selectNeededObjects(db, { objectKeys });
  const needed = new Set(rows.map(({ objectKey }) => objectKey));
  return objectKeys.filter((key) => !needed.has(key));
}

/** Deletes the objects of a purged trip. Objects that it misses are found by the sweep. */
export async function deleteFilesOfTrip(tripId: string, store: ObjectStore = objectStore()): Promise<void> {
  for await (const page of store.list(folderOfTrip(tripId))) {
    for (const { key } of page) await store.delete(key);
  }
}
