import type { Db } from "#db/client.ts";
import { selectMembers } from "#db/queries/members.ts";

/** By member id, of everybody who is or was in the trip. */
export async function memberNames(db: Db, tripId: string): Promise<Map<string, string>> {
  const rows = await selectMembers(db, { tripId });
  return new Map(rows.map(({ member }) => [member.id, member.name]));
}
