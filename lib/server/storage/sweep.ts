import type { Db } from "#db/client.ts";
import { runAndRecord } from "../background/note-runs.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import type { ObjectStore } from "./object-store.ts";
import { folderOwner, takeFolder } from "./owner.ts";

const HOUR_MS = 60 * 60 * 1000;
/**
 * The age of objects that may be deleted: far longer than any upload takes from its object to its row or its
 * confirmation.
 */
const ORPHAN_AFTER_MS = HOUR_MS;

/** Returns those of the keys that no row needs. */
export type FindOrphans = (keys: string[]) => Promise<string[]>;

/**
 * Deletes a folder's objects that no row needs, which failed uploads and deletions have left. A folder of another
 * database is left alone; a folder without an owner becomes this database's as soon as all its objects are needed.
 * @returns the number of objects
 */
export async function sweepOwnFolder(
  db: Db,
  store: ObjectStore,
  folder: string,
  now: Date,
  orphansAmong: FindOrphans,
): Promise<number> {
  const owner = await folderOwner(db, store, folder);
  if (owner === "this") return sweepFolder(store, folder, now, orphansAmong);
  if (owner === "nobody" && !(await hasOrphans(store, folder, now, orphansAmong))) {
    await takeFolder(db, store, folder);
  } else {
    log().warn({ folder, owner }, "objects that this database does not know were left alone: admin -- check");
  }
  return 0;
}

/** Sweeps like {@link sweepOwnFolder} a folder whose objects are all temporary. */
export async function sweepFolder(
  store: ObjectStore,
  folder: string,
  now: Date,
  orphansAmong: FindOrphans = (keys) => Promise.resolve(keys),
): Promise<number> {
  let deleted = 0;
  for await (const keys of orphansIn(store, folder, now, orphansAmong)) {
    for (const key of keys) await store.delete(key);
    deleted += keys.length;
  }
  if (deleted > 0) log().info({ deleted, folder }, "objects that nothing needs were deleted");
  return deleted;
}

async function hasOrphans(...where: Parameters<typeof orphansIn>): Promise<boolean> {
  for await (const keys of orphansIn(...where)) if (keys.length > 0) return true;
  return false;
}

async function* orphansIn(
  store: ObjectStore,
  folder: string,
  now: Date,
  orphansAmong: FindOrphans,
): AsyncIterable<string[]> {
  const before = now.getTime() - ORPHAN_AFTER_MS;
  for await (const page of store.list(folder)) {
    const old = page.filter(({ writtenAt }) => writtenAt.getTime() < before).map(({ key }) => key);
    if (old.length > 0) yield await orphansAmong(old);
  }
}

/**
 * Returns a function that starts the work after the answer in the first minute of an hour: the tick of any instance may
 * do it, and no state is stored.
 */
export function hourlyJob(work: (now: Date) => Promise<unknown>, name: string): (now: Date) => void {
  let lastHour = 0;
  return (now) => {
    const hour = Math.floor(now.getTime() / HOUR_MS);
    if (now.getUTCMinutes() !== 0 || hour === lastHour) return;
    lastHour = hour;
    defer(() => runAndRecord(name, () => work(now)), name);
  };
}
