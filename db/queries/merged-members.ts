import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { param } from "./projection.ts";

const tripId = param("tripId", "uuid");
const asked = sql`unnest(${param("memberIds", "uuid[]")}) as asked(id)`;

/** Somebody came in with a row of their own, or into the place of a placeholder, which had no user before. */
const cameIn = sql`(${tripEvents.op} = 'member.joined' or (${tripEvents.op} = 'member.updated' and ${tripEvents.before} ? 'userId'))`;

/**
 * What a guest did, the log says of their account once they have signed in: its user has come in as somebody else, and has
 * another row where the guest's was closed.
 */
const guests = sql`select asked.id, own.id as "into" from ${asked}
  join ${tripEvents} on ${tripEvents.tripId} = ${tripId} and ${tripEvents.entityId} = asked.id and ${cameIn}
    and ${tripEvents.after} ->> 'hasAccount' = 'false' and (${tripEvents.after} ->> 'userId')::uuid <> ${tripEvents.actorId}
  join ${tripMembers} own on own.trip_id = ${tripId} and own.user_id = ${tripEvents.actorId} and own.id <> asked.id`;

/** A merge is told by the event by which the placeholder left; where it was separated again, it has come in since. */
const placeholders = sql`select asked.id, last."into"::uuid from ${asked}
  cross join lateral (select ${tripEvents.after} ->> 'mergedInto' as "into" from ${tripEvents}
    where ${tripEvents.tripId} = ${tripId} and ${tripEvents.entityId} = asked.id and ${tripEvents.op} in ('member.left', 'member.joined')
    order by ${tripEvents.seq} desc limit 1) last`;

/** Of these members, those who turned out to be another one, with who that is: placeholders, and guests who signed in. */
export const selectMergedInto = statement<
  { tripId: string; memberIds: string[] },
  { memberId: string; into: string; name: string }
>(
  "select_merged_into",
  sql`select merged.id as "memberId", ${tripMembers.id} as "into", ${tripMembers.name} as name
    from (${guests} union ${placeholders}) merged join ${tripMembers} on ${tripMembers.id} = merged."into"`,
);
