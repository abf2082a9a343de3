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
  /** null: the account has no password. */
  passwordHash: string | null;
  signedInAt: Date;
}

/** What says whether this session may end the account. */
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
 * Ends the account: sessions, ways to sign in, the second factor, preferences and stored answers go with the user's row.
 * What is left to do stands in its own row from the same moment. No row when the account has ended already.
 */
export const beginDeletion = statement<{ userId: string; leasedUntil: Date; at: Date }, Deletion>(
  "begin_deletion",
  sql`with gone as (delete from ${users} where ${users.id} = ${param("userId", "uuid")} returning id, image)
    insert into ${accountDeletions} (user_id, image, created_at, due_at)
    select gone.id, gone.image, ${param("at", "timestamptz")}, ${param("leasedUntil", "timestamptz")} from gone
    returning ${accountDeletions.userId} as "userId", ${accountDeletions.image} as image`,
);

/**
 * Ends sign-ups that nobody has verified since `before`: somebody may have made them with another's address, which they
 * would keep from being used elsewhere. Whoever came by a provider has an account without an address, and stays.
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

/** Codes by their stored identifiers; links, challenges and known devices by whose they are. */
export const deleteVerificationsOf = statement<{ userId: string; identifiers: string[] }, never>(
  "delete_verifications_of",
  sql`delete from ${verifications} where ${verifications.identifier} = any(${param("identifiers", "text[]")})
    or ${verifications.value} in (${param("userId", "text")}, 'device|' || ${param("userId", "text")})`,
);

/** Takes those that are due, the longest waiting first; nobody else does until `leasedUntil`. */
export const claimDeletions = statement<{ now: Date; leasedUntil: Date; limit: number }, Deletion>(
  "claim_deletions",
  sql`update ${accountDeletions} set due_at = ${param("leasedUntil", "timestamptz")} where ${accountDeletions.userId} in (
      select due.user_id from ${accountDeletions} due where due.due_at <= ${param("now", "timestamptz")}
      order by due.due_at limit ${param("limit", "int")} for update skip locked)
    returning ${accountDeletions.userId} as "userId", ${accountDeletions.image} as image`,
);

/** Trips that someone without an account is still in, or shows a picture or keeps private things in; in id order. */
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
 * Who takes a trip over: the editor who is in it for longest, else the viewer; never a guest, nor who is gone too. Whoever
 * is blocked could do nothing with it, and takes it only where nobody else is.
 */
export const selectHeir = statement<{ tripId: string; userId: string }, { member: MemberDto }>(
  "select_heir",
  sql`select ${memberJson} as member from ${tripMembers} join ${users} on ${users.id} = ${tripMembers.userId}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")}
      and ${tripMembers.leftAt} is null and ${tripMembers.userId} <> ${param("userId", "uuid")}
      and ${tripMembers.role} in ('editor', 'viewer')
    order by ${users.blockedAt} is null desc, ${tripMembers.role} = 'editor' desc, ${tripMembers.createdAt}, ${tripMembers.id} limit 1`,
);

/** Leaves for good, with the picture of a user without one. Needs the trip's lock. */
export const saveGoneMember = statement<
  { tripId: string; id: string; image: string; at: Date },
  { member: MemberDto }
>(
  "save_gone_member",
  sql`update ${tripMembers} set left_at = coalesce(${tripMembers.leftAt}, ${param("at", "timestamptz")}), image = ${param("image", "text")},
      version = ${tripMembers.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")} returning ${memberJson} as member`,
);

/** The pictures that a member had leave the history; the order of events stays. */
export const redactImages = statement<{ tripId: string; memberId: string; image: string }, never>(
  "redact_images",
  sql`update ${tripEvents} set after = jsonb_set(${tripEvents.after}, '{image}', to_jsonb(${param("image", "text")})),
      before = ${tripEvents.before} - 'image'
    where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.entityId} = ${param("memberId", "uuid")}
      and ${tripEvents.op} like 'member.%'`,
);

/**
 * What only this person could see goes, and its words leave the history, which nobody may read there any more. A private
 * expense that somebody else is in, if only by a name, is theirs too.
 */
export const forgetPrivate = statement<{ tripId: string; userId: string }, never>(
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

/** Removes a trip with everything in it, for good. */
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

/** No row while a trip is left to leave. */
export const endDeletion = statement<{ userId: string }, { userId: string }>(
  "end_deletion",
  sql`delete from ${accountDeletions} where ${accountDeletions.userId} = ${param("userId", "uuid")} and not exists (
      select 1 from ${tripMembers} where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null)
    returning ${accountDeletions.userId} as "userId"`,
);

export const deleteExpiredSessions = statement<{ before: Date; limit: number }, never>(
  "delete_expired_sessions",
  // An array, unlike a join, is looked up by the index whatever the limit may be.
  sql`delete from ${sessions} where id = any(array(
    select s.id from ${sessions} s where s.expires_at < ${param("before", "timestamptz")}
    order by s.expires_at limit ${param("limit", "int")} for update skip locked))`,
);
