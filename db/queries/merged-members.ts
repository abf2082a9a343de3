import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { param } from "./projection.ts";

const tripId = param("tripId", "uuid");
const one = param("one", "uuid");
const other = param("other", "uuid");

/** Somebody came in with a row of their own, or into the place of a placeholder, which had no user before. */
const cameIn = sql`(${tripEvents.op} = 'member.joined' or (${tripEvents.op} = 'member.updated' and ${tripEvents.before} ? 'userId'))`;

/**
 * A row where one of two members came in as a guest and turned out to be the other: what a guest did, the log says of
 * the account from then on, so that its user has come in as somebody else.
 */
export const selectSamePerson = statement<{ tripId: string; one: string; other: string }, { seq: number }>(
  "select_same_person",
  sql`select ${tripEvents.seq} as seq from ${tripEvents}
    join ${tripMembers} on ${tripMembers.tripId} = ${tripEvents.tripId} and ${tripMembers.userId} = ${tripEvents.actorId}
    where ${tripEvents.tripId} = ${tripId} and ${cameIn}
      and ((${tripEvents.entityId} = ${one} and ${tripMembers.id} = ${other}) or (${tripEvents.entityId} = ${other} and ${tripMembers.id} = ${one}))
      and ${tripEvents.after} ->> 'hasAccount' = 'false' and (${tripEvents.after} ->> 'userId')::uuid <> ${tripEvents.actorId}
    limit 1`,
);

/**
 * Of these members, placeholders that were merged into another and not separated again, with who that is. A merge is
 * told by the event by which the placeholder left.
 */
export const selectMergedInto = statement<
  { tripId: string; memberIds: string[] },
  { memberId: string; into: string; name: string }
>(
  "select_merged_into",
  sql`select last.id as "memberId", ${tripMembers.id} as "into", ${tripMembers.name} as name
    from unnest(${param("memberIds", "uuid[]")}) as asked(id)
    cross join lateral (select asked.id, ${tripEvents.after} ->> 'mergedInto' as "into" from ${tripEvents}
      where ${tripEvents.tripId} = ${tripId} and ${tripEvents.entityId} = asked.id and ${tripEvents.op} in ('member.left', 'member.joined')
      order by ${tripEvents.seq} desc limit 1) last
    join ${tripMembers} on ${tripMembers.id} = last."into"::uuid`,
);
