import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accountDeletions, guestClaims } from "#db/schema/account.ts";
import { sessions, users } from "#db/schema/auth.ts";
import { comments, commentReads } from "#db/schema/comments.ts";
import { clientIds, idempotencyKeys, tripEvents } from "#db/schema/events.ts";
import { items } from "#db/schema/items.ts";
import { invites, tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { notifications } from "#db/schema/notifications.ts";
import { stops, votes } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { Role } from "#lib/shared/roles.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { furtherReadMark } from "./comment-reads.ts";
import { expenseJson } from "./expenses.ts";
import { param } from "./projection.ts";
import { commentJson } from "./projections.ts";
import { settlementJson } from "./settlements.ts";

export interface NewGuest {
  userId: string;
  name: string;
  email: string;
  image: string;
  sessionId: string;
  token: string;
  expiresAt: Date;
  ipAddress: string;
  userAgent: string;
  at: Date;
}

/** Creates a user without an account, with the only session that this user will ever have. */
export const insertGuest = statement<NewGuest, never>(
  "insert_guest",
  sql`with guest as (
      insert into ${users} (id, name, email, image, is_anonymous, created_at, updated_at)
      values (${param("userId", "uuid")}, ${param("name", "text")}, ${param("email", "text")}, ${param("image", "text")}, true,
        ${param("at", "timestamptz")}, ${param("at", "timestamptz")}) returning id)
    insert into ${sessions} (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
    select ${param("sessionId", "uuid")}, guest.id, ${param("token", "text")}, ${param("expiresAt", "timestamptz")}, ${param("ipAddress", "text")},
      ${param("userAgent", "text")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")} from guest`,
);

/** The guest with an address that only one sign-in attempt knows, if it was created after `since`. */
export const selectGuestByEmail = statement<
  { email: string; since: Date },
  { userId: string; token: string; tripId: string }
>(
  "select_guest_by_email",
  sql`select ${users.id} as "userId", ${sessions.token} as token, ${tripMembers.tripId} as "tripId" from ${users}
    join ${sessions} on ${sessions.userId} = ${users.id}
    join ${tripMembers} on ${tripMembers.userId} = ${users.id} and ${tripMembers.leftAt} is null
    where ${users.email} = ${param("email", "text")} and ${users.isAnonymous} and ${users.createdAt} > ${param("since", "timestamptz")}`,
);

/** The one trip that a guest is a member of, even if its owner has deleted it. */
export const selectGuestTrip = statement<{ userId: string }, { tripId: string }>(
  "select_guest_trip",
  sql`select ${tripMembers.tripId} as "tripId" from ${tripMembers}
    where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null`,
);

/**
 * Records which account a guest belongs to; only the first claim counts. The users' rows are locked, so an account
 * whose deletion is under way is gone when this continues.
 */
export const noteGuestClaim = statement<{ guestId: string; userId: string; dueAt: Date }, { userId: string }>(
  "note_guest_claim",
  sql`insert into ${guestClaims} (guest_id, user_id, due_at)
    select guest.id, account.id, ${param("dueAt", "timestamptz")} from ${users} guest, ${users} account
    where guest.id = ${param("guestId", "uuid")} and guest.is_anonymous and account.id = ${param("userId", "uuid")} and not account.is_anonymous
    for key share on conflict (guest_id) do nothing returning ${guestClaims.userId} as "userId"`,
);

export interface GuestClaim {
  guestId: string;
  userId: string;
}

/** Claims the guests whose handover is due, the longest waiting first; nobody else claims them until `leasedUntil`. */
export const leaseGuestClaims = statement<{ now: Date; leasedUntil: Date; limit: number }, GuestClaim>(
  "claim_guest_claims",
  sql`update ${guestClaims} set due_at = ${param("leasedUntil", "timestamptz")} where ${guestClaims.guestId} in (
      select due.guest_id from ${guestClaims} due where due.due_at <= ${param("now", "timestamptz")}
      order by due.due_at limit ${param("limit", "int")} for update skip locked)
    returning ${guestClaims.guestId} as "guestId", ${guestClaims.userId} as "userId"`,
);

/** Trips whose event log names the guest as a member, even if the guest has left. */
export const selectTripsOfGuest = statement<{ userId: string }, { tripId: string }>(
  "select_trips_of_guest",
  sql`select ${tripMembers.tripId} as "tripId" from ${tripMembers} where ${tripMembers.userId} = ${param("userId", "uuid")} order by 1`,
);

/** The name and picture of the account that claims a guest; no row when the account was deleted meanwhile. */
export const selectClaimant = statement<{ userId: string }, { name: string; image: string | null }>(
  "select_claimant",
  sql`select ${users.name} as name, ${users.image} as image from ${users} where ${users.id} = ${param("userId", "uuid")} for share`,
);

/**
 * The role that a guest's invite gives to the account that claims the guest. It is `guest` when the invite was revoked
 * since, or its maker may no longer invite or is blocked. No row when the person was removed or demoted after the
 * invite was made.
 */
export const selectGrantedRole = statement<
  { guestMemberId: string; userId: string },
  { role: Exclude<Role, "owner"> }
>(
  "select_granted_role",
  sql`select case when ${invites.revokedAt} is null and maker.left_at is null and maker.role in ('editor', 'owner')
        and not exists (select 1 from ${users} where ${users.id} = maker.user_id and ${users.blockedAt} is not null)
        then ${invites.role} else 'guest' end as role
    from ${tripMembers} guest join ${invites} on ${invites.id} = guest.invite_id
    join ${tripMembers} maker on maker.id = ${invites.createdBy}
    where guest.id = ${param("guestMemberId", "uuid")}
      and not exists (select 1 from ${tripMembers} m where m.trip_id = guest.trip_id and m.invites_after >= ${invites.createdAt}
        and (m.id = guest.id or m.user_id = ${param("userId", "uuid")}))`,
);

/**
 * Votes of the guest's member row; `isNewer` says whether the vote is newer than the vote of the account's own row, or
 * the only one.
 */
export const selectVotesToMove = statement<
  { from: string; to: string },
  { stopId: string; value: number; isNewer: boolean }
>(
  "select_votes_to_move",
  sql`select ${votes.stopId} as "stopId", ${votes.value} as value, own.updated_at is null or own.updated_at < ${votes.updatedAt} as "isNewer"
    from ${votes} left join ${votes} own on own.stop_id = ${votes.stopId} and own.member_id = ${param("to", "uuid")}
    where ${votes.memberId} = ${param("from", "uuid")} and ${votes.value} <> 0 order by ${votes.stopId}`,
);

export const moveComments = statement<
  { tripId: string; from: string; to: string; at: Date },
  { comment: CommentDto }
>(
  "move_comments",
  sql`update ${comments} set member_id = ${param("to", "uuid")}, version = ${comments.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.memberId} = ${param("from", "uuid")} returning ${commentJson} as comment`,
);

/** Moves read marks of threads to the other member, where they are further. */
export const moveReadMarks = statement<{ from: string; to: string }, never>(
  "move_reads",
  sql`insert into ${commentReads} (member_id, target_kind, target_id, trip_id, up_to, updated_at)
    select ${param("to", "uuid")}, r.target_kind, r.target_id, r.trip_id, r.up_to, r.updated_at from ${commentReads} r
    where r.member_id = ${param("from", "uuid")}
    on conflict (member_id, target_kind, target_id) do update
      set up_to = ${furtherReadMark}, updated_at = greatest(${commentReads.updatedAt}, excluded.updated_at)`,
);

/** Stops that name a member as a participant, deleted ones too. */
export const selectStopsWith = statement<{ tripId: string; memberId: string }, { id: string }>(
  "select_stops_with",
  sql`select ${stops.id} as id from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")}
    and ${stops.participants} @> array[${param("memberId", "uuid")}] order by ${stops.id}`,
);

/** Reservations in which a member takes part, and items that are assigned to the member; even deleted ones. */
export const selectReservationsAndItemsOf = statement<
  { tripId: string; memberId: string },
  { kind: "reservation" | "item"; id: string }
>(
  "select_places_of",
  sql`select 'reservation' as kind, ${reservations.id} as id from ${reservations}
    where ${reservations.tripId} = ${param("tripId", "uuid")}
      and ${reservations.participants} @> array[${param("memberId", "uuid")}]
    union all select 'item', ${items.id} from ${items} where ${items.assigneeId} = ${param("memberId", "uuid")}
    order by 1, 2`,
);

const named = sql`json_build_array(json_build_object('memberId', ${param("memberId", "uuid")}))::jsonb`;
const namedInItem = sql`json_build_array(json_build_object('memberIds', json_build_array(${param("memberId", "uuid")})))::jsonb`;

/**
 * Expenses that a member added, paid or bears a share of, even deleted ones. This is the only query that reads all
 * private ones.
 */
export const selectExpensesWith = statement<{ tripId: string; memberId: string }, { expense: ExpenseDto }>(
  "select_expenses_with",
  sql`select ${expenseJson} as expense from ${expenses} where ${expenses.tripId} = ${param("tripId", "uuid")}
    and (${expenses.createdBy} = ${param("memberId", "uuid")} or ${expenses.money}->'payers' @> ${named}
      or ${expenses.money}->'split'->'parts' @> ${named} or ${expenses.money}->'split'->'items' @> ${namedInItem})
    order by ${expenses.id}`,
);

/** Settlements that a member is in or has added, even deleted ones. */
export const selectSettlementsWith = statement<
  { tripId: string; memberId: string },
  { settlement: SettlementDto }
>(
  "select_settlements_with",
  sql`select ${settlementJson} as settlement from ${settlements} where ${settlements.tripId} = ${param("tripId", "uuid")}
    and ${param("memberId", "uuid")} in (${settlements.fromId}, ${settlements.toId}, ${settlements.createdBy}) order by ${settlements.id}`,
);

/** Replaces one member by the other in the mentions of comments, each once; even in deleted ones. */
export const moveMentions = statement<
  { tripId: string; from: string; to: string; at: Date },
  { comment: CommentDto; named: string[] }
>(
  "move_mentions",
  sql`update ${comments} set version = ${comments.version} + 1, updated_at = ${param("at", "timestamptz")},
      mentions = array_append(array_remove(array_remove(old.mentions, ${param("from", "uuid")}), ${param("to", "uuid")}), ${param("to", "uuid")})
    from (select id, mentions from ${comments} where ${comments.tripId} = ${param("tripId", "uuid")}
      and ${comments.mentions} @> array[${param("from", "uuid")}]) old
    where ${comments.id} = old.id returning ${commentJson} as comment, old.mentions as named`,
);

/**
 * Replaces the guest by the account in the event log, both as actor and as reader, since both were the same person all
 * along. The claims on ids of comments that the guest's client made move to the account, so that a retry of such a
 * comment is recognised.
 */
export const moveEvents = statement<{ tripId: string; from: string; to: string; memberId: string }, never>(
  "move_deeds",
  sql`with repeatable as (
      update ${clientIds} set user_id = ${param("to", "uuid")} where ${clientIds.userId} = ${param("from", "uuid")}
        and ${clientIds.id} in (select c.id from ${comments} c where c.member_id = ${param("memberId", "uuid")}))
    update ${tripEvents} set visible_to = array_replace(${tripEvents.visibleTo}, ${param("from", "uuid")}, ${param("to", "uuid")}),
      actor_id = case when ${tripEvents.actorId} = ${param("from", "uuid")} then ${param("to", "uuid")} else ${tripEvents.actorId} end
    where ${tripEvents.tripId} = ${param("tripId", "uuid")}
      and (${tripEvents.actorId} = ${param("from", "uuid")} or ${param("from", "uuid")} = any(${tripEvents.visibleTo}))`,
);

/**
 * Deletes a guest whose rows have been handed over to an account; this statement also hands over the remaining stored
 * answers and the inbox.
 */
export const deleteGuest = statement<{ guestId: string; userId: string }, { id: string }>(
  "end_guest",
  sql`with answers as (update ${idempotencyKeys} set user_id = ${param("userId", "uuid")} where ${idempotencyKeys.userId} = ${param("guestId", "uuid")}),
    inbox as (update ${notifications} set user_id = ${param("userId", "uuid")} where ${notifications.userId} = ${param("guestId", "uuid")})
    delete from ${users} where ${users.id} = ${param("guestId", "uuid")} and ${users.isAnonymous}
      and exists (select 1 from ${guestClaims} c where c.guest_id = ${param("guestId", "uuid")} and c.user_id = ${param("userId", "uuid")}) returning ${users.id} as id`,
);

/**
 * Deletes guests who can't come back, since their only session is gone, and those who are in no trip any more. Their
 * trips are left like those of all deleted accounts: the member row stays, with the name. Each guest is looked up
 * separately: with "exists", PostgreSQL reads all sessions and members to find them.
 */
export const purgeGuests = statement<{ at: Date; limit: number }, { userId: string }>(
  "purge_guests",
  sql`with stale as (
      select ${users.id} as id from ${users} where ${users.isAnonymous}
        and (select ${guestClaims.guestId} from ${guestClaims} where ${guestClaims.guestId} = ${users.id} limit 1) is null
        and ((select ${sessions.id} from ${sessions} where ${sessions.userId} = ${users.id} limit 1) is null
          or (select ${tripMembers.id} from ${tripMembers} where ${tripMembers.userId} = ${users.id} and ${tripMembers.leftAt} is null limit 1) is null)
      order by ${users.id} limit ${param("limit", "int")} for update of ${users} skip locked),
    gone as (delete from ${users} using stale where ${users.id} = stale.id returning ${users.id} as id, ${users.image} as image)
    insert into ${accountDeletions} (user_id, image, created_at, due_at)
    select gone.id, gone.image, ${param("at", "timestamptz")}, ${param("at", "timestamptz")} from gone
    returning ${accountDeletions.userId} as "userId"`,
);
