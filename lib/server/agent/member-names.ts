import type { Db } from "#db/client.ts";
import { selectMembers } from "#db/queries/members.ts";

/** Returns the names of all present and former members, by member id. */
export async function memberNames(db: Db, tripId: string): Promise<Map<string, string>> {
  const rows = await selectMembers(db, { tripId });
  return new Map(rows.map(({ member }) => [member.id, member.name]));
}
