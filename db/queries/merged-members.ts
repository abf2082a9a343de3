import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { param } from "./projection.ts";

const tripId = param("tripId", "uuid");
const asked = sql`unnest(${param("memberIds", "uuid[]")}) as asked(id)`;

/**
 * Events by which a user came into the trip: with a new member row, or into the row of a placeholder, which had no user
 * before.
 */
const cameIn = sql`(${tripEvents.op} = 'member.joined' or (${tripEvents.op} = 'member.updated' and ${tripEvents.before} ? 'userId'))`;

/**
 * Guests who have signed in since they joined. The event log names their account as the actor of what they did as
 * guests: so in the event of joining, the joining user differs from the actor, and the actor has another member row.
 */
const guests = sql`select asked.id, own.id as "into" from ${asked}
  join ${tripEvents} on ${tripEvents.tripId} = ${tripId} and ${tripEvents.entityId} = asked.id and ${cameIn}
    and ${tripEvents.after} ->> 'hasAccount' = 'false' and (${tripEvents.after} ->> 'userId')::uuid <> ${tripEvents.actorId}
  join ${tripMembers} own on own.trip_id = ${tripId} and own.user_id = ${tripEvents.actorId} and own.id <> asked.id`;

/**
 * Placeholders that were merged into another member. The event by which a placeholder left names that member; if the
 * two were separated again, the placeholder's last event is a new joining.
 */
const placeholders = sql`select asked.id, last."into"::uuid from ${asked}
  cross join lateral (select ${tripEvents.after} ->> 'mergedInto' as "into" from ${tripEvents}
    where ${tripEvents.tripId} = ${tripId} and ${tripEvents.entityId} = asked.id and ${tripEvents.op} in ('member.left', 'member.joined')
    order by ${tripEvents.seq} desc limit 1) last`;

/**
 * Returns, among the given members, those who were merged into another member, with that member: placeholders, and
 * guests who signed in.
 */
export const selectMergedInto = statement<
  { tripId: string; memberIds: string[] },
  { memberId: string; into: string; name: string }
>(
  "select_merged_into",
  sql`select merged.id as "memberId", ${tripMembers.id} as "into", ${tripMembers.name} as name
    from (${guests} union ${placeholders}) merged join ${tripMembers} on ${tripMembers.id} = merged."into"`,
);
