import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accountDeletions } from "#db/schema/account.ts";
import { accounts, sessions, users, verifications } from "#db/schema/auth.ts";
import { clientIds, tripEvents } from "#db/schema/events.ts";
import { invites, tripMembers } from "#db/schema/members.ts";
import { comments } from "#db/schema/comments.ts";
import { decisions, suggestions } from "#db/schema/decisions.ts";
import { calendarFeeds } from "#db/schema/feeds.ts";
import { items } from "#db/schema/items.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { stops } from "#db/schema/plan.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { param } from "./projection.ts";
import { memberJson } from "./projections.ts";

export interface DeletionProof {
  /** The hash of the account's password; null: the account has none. */
  passwordHash: string | null;
  signedInAt: Date;
}

/** The data that proves whether this session may delete the account. */
export const selectDeletionProof = statement<{ userId: string; sessionId: string }, DeletionProof>(
  "select_deletion_proof",
  sql`select ${sessions.createdAt} as "signedInAt", (select ${accounts.password} from ${accounts}
      where ${accounts.userId} = ${sessions.userId} and ${accounts.providerId} = 'credential') as "passwordHash"
    from ${sessions} where ${sessions.id} = ${param("sessionId", "uuid")} and ${sessions.userId} = ${param("userId", "uuid")}`,
);

export interface Deletion {
  userId: string;
  image: string | null;
}

/**
 * Deletes the account: sessions, ways to sign in, the second factor, preferences and stored answers go with the user's
 * row. In the same statement a row of its own records the remaining work. No row when the account was already deleted.
 */
export const beginDeletion = statement<{ userId: string; leasedUntil: Date; at: Date }, Deletion>(
  "begin_deletion",
  sql`with gone as (delete from ${users} where ${users.id} = ${param("userId", "uuid")} returning id, image)
    insert into ${accountDeletions} (user_id, image, created_at, due_at)
    select gone.id, gone.image, ${param("at", "timestamptz")}, ${param("leasedUntil", "timestamptz")} from gone
    returning ${accountDeletions.userId} as "userId", ${accountDeletions.image} as image`,
);

/**
 * Deletes sign-ups that nobody has verified and that are older than `before`: somebody may have used another person's
 * address, which could then not be used elsewhere. Accounts without an address, made by a sign-in provider, stay.
 */
export const purgeUnverified = statement<
  { before: Date; at: Date; limit: number },
  { userId: string; email: string }
>(
  "purge_unverified",
  sql`with stale as (
      select ${users.id} as id from ${users} where not ${users.emailVerified} and ${users.createdAt} < ${param("before", "timestamptz")}
        and ${users.email} not like '%.invalid'
        and (select ${sessions.id} from ${sessions} where ${sessions.userId} = ${users.id} limit 1) is null
        and (select ${accounts.id} from ${accounts} where ${accounts.userId} = ${users.id} and ${accounts.providerId} <> 'credential' limit 1) is null
      order by ${users.createdAt} limit ${param("limit", "int")} for update of ${users} skip locked),
    gone as (delete from ${users} using stale where ${users.id} = stale.id returning ${users.id} as id, ${users.image} as image, ${users.email} as email),
    noted as (insert into ${accountDeletions} (user_id, image, created_at, due_at)
      select gone.id, gone.image, ${param("at", "timestamptz")}, ${param("at", "timestamptz")} from gone)
    select gone.id as "userId", gone.email as email from gone`,
);

/** Deletes verification codes by their stored identifiers, and links, challenges and known devices by their user. */
export const deleteVerificationsOf = statement<{ userId: string; identifiers: string[] }, never>(
  "delete_verifications_of",
  sql`delete from ${verifications} where ${verifications.identifier} = any(${param("identifiers", "text[]")})
    or ${verifications.value} in (${param("userId", "text")}, 'device|' || ${param("userId", "text")})`,
);

/** Claims the deletions that are due, the longest waiting first; nobody else claims them until `leasedUntil`. */
export const claimDeletions = statement<{ now: Date; leasedUntil: Date; limit: number }, Deletion>(
  "claim_deletions",
  sql`update ${accountDeletions} set due_at = ${param("leasedUntil", "timestamptz")} where ${accountDeletions.userId} in (
      select due.user_id from ${accountDeletions} due where due.due_at <= ${param("now", "timestamptz")}
      order by due.due_at limit ${param("limit", "int")} for update skip locked)
    returning ${accountDeletions.userId} as "userId", ${accountDeletions.image} as image`,
);

/**
 * Trips in which a user without an account is still a member, or whose rows show their picture or contain their private
 * rows; in id order.
 */
export const selectTripsToLeave = statement<{ userId: string; generated: string }, { tripId: string }>(
  "select_trips_to_leave",
  sql`select ${tripMembers.tripId} as "tripId" from ${tripMembers}
    where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null
    union all select ${tripMembers.tripId} from ${tripMembers}
    where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is not null
      and (${tripMembers.image} is distinct from ${param("generated", "text")}
        or exists (select 1 from ${items} where ${items.tripId} = ${tripMembers.tripId} and ${items.ownerId} = ${tripMembers.userId})
        or exists (select 1 from ${tripEvents} where ${tripEvents.tripId} = ${tripMembers.tripId}
          and ${tripEvents.visibleTo} = array[${tripMembers.userId}] and ${tripEvents.after} <> jsonb_build_object('id', ${tripEvents.entityId})))
    order by 1`,
);

/**
 * The member who becomes the trip's owner: the editor who has been a member for longest, or else the viewer; never a
 * guest, nor a member whose account is gone, too. A blocked user could do nothing with the trip, and gets it only if
 * there is nobody else.
 */
export const selectNextOwner = statement<{ tripId: string; userId: string }, { member: MemberDto }>(
  "select_heir",
  sql`select ${memberJson} as member from ${tripMembers} join ${users} on ${users.id} = ${tripMembers.userId}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")}
      and ${tripMembers.leftAt} is null and ${tripMembers.userId} <> ${param("userId", "uuid")}
      and ${tripMembers.role} in ('editor', 'viewer')
    order by ${users.blockedAt} is null desc, ${tripMembers.role} = 'editor' desc, ${tripMembers.createdAt}, ${tripMembers.id} limit 1`,
);

/** Records that a member has left for good, with a generated picture in place of the user's. Needs the trip's lock. */
export const saveMemberOfDeletedUser = statement<
  { tripId: string; id: string; image: string; at: Date },
  { member: MemberDto }
>(
  "save_gone_member",
  sql`update ${tripMembers} set left_at = coalesce(${tripMembers.leftAt}, ${param("at", "timestamptz")}), image = ${param("image", "text")},
      version = ${tripMembers.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")} returning ${memberJson} as member`,
);

/** Removes a member's pictures from the event log; the order of events stays. */
export const redactImages = statement<{ tripId: string; memberId: string; image: string }, never>(
  "redact_images",
  sql`update ${tripEvents} set after = jsonb_set(${tripEvents.after}, '{image}', to_jsonb(${param("image", "text")})),
      before = ${tripEvents.before} - 'image'
    where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.entityId} = ${param("memberId", "uuid")}
      and ${tripEvents.op} like 'member.%'`,
);

/**
 * Deletes the rows that only this user could see, and their texts in the event log, where nobody may read them any
 * more. A private expense with another member in it, even a placeholder, belongs to that member, too, and stays.
 */
export const deletePrivateRows = statement<{ tripId: string; userId: string }, never>(
  "forget_private",
  sql`with gone as (delete from ${items} where ${items.tripId} = ${param("tripId", "uuid")} and ${items.ownerId} = ${param("userId", "uuid")}
      returning ${items.id} as id),
    mine as (delete from ${expenses} where ${expenses.tripId} = ${param("tripId", "uuid")} and ${expenses.people} <@ array(select ${tripMembers.id}
        from ${tripMembers} where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")})
      returning ${expenses.id} as id),
    talk as (delete from ${comments} where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.targetKind} = 'expense'
      and ${comments.targetId} in (select mine.id from mine) returning ${comments.id} as id),
    files as (delete from ${attachments} where ${attachments.tripId} = ${param("tripId", "uuid")} and ${attachments.targetKind} = 'expense'
      and ${attachments.targetId} in (select mine.id from mine) returning ${attachments.id} as id),
    lost as (select id from gone union all select id from mine union all select id from talk union all select id from files),
    unclaimed as (delete from ${clientIds} where ${clientIds.id} in (select lost.id from lost))
    update ${tripEvents} set after = jsonb_build_object('id', ${tripEvents.entityId}),
      before = case when ${tripEvents.before} is null then null else '{}'::jsonb end
    where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.visibleTo} = array[${param("userId", "uuid")}]
      and (${tripEvents.op} like 'item.%' or ${tripEvents.entityId} in (select lost.id from lost))`,
);

/** Deletes a trip for good with all its rows. */
export const purgeTrip = statement<{ tripId: string }, never>(
  "purge_trip",
  sql`with ids as (
      select ${param("tripId", "uuid")} as id
      union all select ${stops.id} from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")}
      union all select ${comments.id} from ${comments} where ${comments.tripId} = ${param("tripId", "uuid")}
      union all select ${reservations.id} from ${reservations} where ${reservations.tripId} = ${param("tripId", "uuid")}
      union all select ${attachments.id} from ${attachments} where ${attachments.tripId} = ${param("tripId", "uuid")}
      union all select ${decisions.id} from ${decisions} where ${decisions.tripId} = ${param("tripId", "uuid")}
      union all select ${suggestions.id} from ${suggestions} where ${suggestions.tripId} = ${param("tripId", "uuid")}
      union all select ${items.id} from ${items} where ${items.tripId} = ${param("tripId", "uuid")}
      union all select ${expenses.id} from ${expenses} where ${expenses.tripId} = ${param("tripId", "uuid")}
      union all select ${settlements.id} from ${settlements} where ${settlements.tripId} = ${param("tripId", "uuid")}
      union all select ${calendarFeeds.id} from ${calendarFeeds} where ${calendarFeeds.tripId} = ${param("tripId", "uuid")}
      union all select ${invites.id} from ${invites} where ${invites.tripId} = ${param("tripId", "uuid")}
      union all select ${tripMembers.id} from ${tripMembers} where ${tripMembers.tripId} = ${param("tripId", "uuid")}
    ), forgotten as (delete from ${clientIds} where ${clientIds.id} in (select ids.id from ids))
    delete from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

/** Ends the deletion of an account; no row while there are trips that the user has not left yet. */
export const endDeletion = statement<{ userId: string }, { userId: string }>(
  "end_deletion",
  sql`delete from ${accountDeletions} where ${accountDeletions.userId} = ${param("userId", "uuid")} and not exists (
      select 1 from ${tripMembers} where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null)
    returning ${accountDeletions.userId} as "userId"`,
);

export const deleteExpiredSessions = statement<{ before: Date; limit: number }, never>(
  "delete_expired_sessions",
  // As an array, unlike as a join, the ids make PostgreSQL use the index whatever the limit is.
  sql`delete from ${sessions} where id = any(array(
    select s.id from ${sessions} s where s.expires_at < ${param("before", "timestamptz")}
    order by s.expires_at limit ${param("limit", "int")} for update skip locked))`,
);
