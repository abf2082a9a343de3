import type { Db } from "#db/client.ts";
import { selectMergedInto } from "#db/queries/merged-members.ts";

/** By the id of a placeholder or a guest's member row: the member into which it was merged. */
export type MergedIds = ReadonlyMap<string, string>;

/**
 * Reads into which members these ids were merged. A write from before a merge, such as one of a device that was
 * offline, contains the id of the merged row and means the member: so the order of write and merge does not matter.
 */
export async function readMergedIds(tx: Db, tripId: string, ids: readonly string[]): Promise<MergedIds> {
  const merged = new Map<string, string>();
  let asked = [...new Set(ids)];
  // The member into which a row was merged may have been merged too. No chain leads back to a former id.
  while (asked.length > 0) {
    const rows = await selectMergedInto(tx, { tripId, memberIds: asked });
    for (const { memberId, into } of rows) merged.set(memberId, into);
    asked = rows.map(({ into }) => into).filter((id) => !merged.has(id));
  }
  return merged;
}

/** Returns a member's current id: the id itself if the row was not merged. */
export function currentIdOf(merged: MergedIds, id: string): string {
  const into = merged.get(id);
  return into === undefined ? id : currentIdOf(merged, into);
}

/** Returns the current ids of a list of members, each once. */
export function currentIdsOf(merged: MergedIds, ids: readonly string[]): string[] {
  return merged.size === 0 ? [...ids] : [...new Set(ids.map((id) => currentIdOf(merged, id)))];
}
