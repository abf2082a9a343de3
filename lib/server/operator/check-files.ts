import type { Db } from "#db/client.ts";
import { selectReferencedObjects } from "#db/queries/stored-objects.ts";
import { sweepAttachments } from "../attachments/jobs.ts";
import { ATTACHMENTS, INCOMING_FOLDER } from "../attachments/object-keys.ts";
import { avatarKeyOf, AVATARS } from "../avatar/address.ts";
import { sweepAvatars } from "../avatar/sweep.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { folderOwner, takeFolder } from "../storage/owner.ts";

/** The age up to which an object is ignored, because its row, or its deletion, may still follow. */
const HOUR_MS = 60 * 60 * 1000;

export interface FileFaults {
  /** Objects to which a row refers and that do not exist. */
  lost: string[];
  /** Objects to which no row refers. */
  unneeded: string[];
}

/**
 * Finds rows without an object and objects without a row. The rows are read first, because an object is always stored
 * before its row.
 */
export async function fileFaults(db: Db, store: ObjectStore, now: Date): Promise<FileFaults> {
  const named = await namedKeys(db);
  const stored = new Set<string>();
  const unneeded: string[] = [];
  for (const folder of [ATTACHMENTS, AVATARS, INCOMING_FOLDER]) {
    for await (const page of store.list(folder)) {
      for (const { key, writtenAt } of page) {
        stored.add(key);
        const isOld = writtenAt.getTime() < now.getTime() - HOUR_MS;
        if (isOld && !named.has(key)) unneeded.push(key);
      }
    }
  }
  const missing = [...named].filter((key) => !stored.has(key));
  if (missing.length === 0) return { lost: [], unneeded };
  // A picture may have been changed, or a file added, while the objects were listed, so rows and objects are checked
  // again.
  const stillNamed = await namedKeys(db);
  const lost: string[] = [];
  for (const key of missing) if (stillNamed.has(key) && !(await store.exists(key))) lost.push(key);
  return { lost, unneeded };
}

async function namedKeys(db: Db): Promise<Set<string>> {
  const rows = await selectReferencedObjects(db, {});
  const keys = rows.map(({ objectKey, userId, image }) => objectKey ?? avatarKeyOf(userId ?? "", image));
  return new Set(keys.filter((key) => key !== null));
}

const OWNED = [ATTACHMENTS, AVATARS];

/** Whether the store belongs to this database, so that an object without a row here is not one of another database. */
export async function ownsStore(db: Db, store: ObjectStore): Promise<boolean> {
  for (const folder of OWNED) if ((await folderOwner(db, store, folder)) !== "this") return false;
  return true;
}

/** Marks the store as belonging to this database. */
export async function takeStore(db: Db, store: ObjectStore): Promise<void> {
  for (const folder of OWNED) await takeFolder(db, store, folder);
}

/**
 * Deletes the objects that {@link fileFaults} calls unneeded, as the hourly job does; objects of another database stay.
 * @returns the number of deleted objects
 */
export async function deleteUnneeded(db: Db, store: ObjectStore, now: Date): Promise<number> {
  return (await sweepAttachments(now, store, db)) + (await sweepAvatars(now, store, db));
}
