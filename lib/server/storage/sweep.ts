import { noted } from "../background/note-runs.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import type { ObjectStore } from "./object-store.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Far longer than any upload takes from its object to its row, or to its confirmation. */
const ORPHAN_AFTER_MS = HOUR_MS;

/** Deletes what nothing in a folder needs: what failed uploads and failed deletions have left. @returns how many */
export async function sweepFolder(
  store: ObjectStore,
  folder: string,
  now: Date,
  orphansAmong: (keys: string[]) => Promise<string[]>,
): Promise<number> {
  const before = now.getTime() - ORPHAN_AFTER_MS;
  let deleted = 0;
  for await (const page of store.list(folder)) {
    const old = page.filter(({ writtenAt }) => writtenAt.getTime() < before).map(({ key }) => key);
    for (const key of old.length > 0 ? await orphansAmong(old) : []) {
      await store.delete(key);
      deleted += 1;
    }
  }
  if (deleted > 0) log().info({ deleted, folder }, "objects that nothing needs were deleted");
  return deleted;
}

/** In the first minute of an hour, after the answer: the tick of any instance will do, and none needs to remember. */
export function hourly(work: (now: Date) => Promise<unknown>, name: string): (now: Date) => void {
  let lastHour = 0;
  return (now) => {
    const hour = Math.floor(now.getTime() / HOUR_MS);
    if (now.getUTCMinutes() !== 0 || hour === lastHour) return;
    lastHour = hour;
    defer(() => noted(name, () => work(now)), name);
  };
}
