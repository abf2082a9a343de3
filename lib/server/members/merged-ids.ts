import type { Db } from "#db/client.ts";
import { selectMergedInto } from "#db/queries/merged-members.ts";

/** By placeholder or row of a guest: the member who it has turned out to be. */
export type MergedIds = ReadonlyMap<string, string>;

/**
 * Who these members are by now. A write that was made before a merge, as on a device without a connection, names the
 * row that was merged, and means the member: so it comes to the same whichever of the two was first.
 */
export async function readMergedIds(tx: Db, tripId: string, ids: readonly string[]): Promise<MergedIds> {
  const merged = new Map<string, string>();
  let asked = [...new Set(ids)];
  // Whom one was merged into may have been merged, too. No row leads back to one that was asked before.
  while (asked.length > 0) {
    const rows = await selectMergedInto(tx, { tripId, memberIds: asked });
    for (const { memberId, into } of rows) merged.set(memberId, into);
    asked = rows.map(({ into }) => into).filter((id) => !merged.has(id));
  }
  return merged;
}

/** @returns the id itself where nothing was merged */
export function idNow(merged: MergedIds, id: string): string {
  const into = merged.get(id);
  return into === undefined ? id : idNow(merged, into);
}

/** A list of members as it is by now, each once. */
export function idsNow(merged: MergedIds, ids: readonly string[]): string[] {
  return merged.size === 0 ? [...ids] : [...new Set(ids.map((id) => idNow(merged, id)))];
}
