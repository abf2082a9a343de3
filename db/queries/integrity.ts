import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accountDeletions, guestClaims, profileChanges } from "#db/schema/account.ts";
import { agentThreads } from "#db/schema/agent.ts";
import { users } from "#db/schema/auth.ts";
import { comments } from "#db/schema/comments.ts";
import { clientIds, tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { inboxRooms, notifications } from "#db/schema/notifications.ts";
import { stops } from "#db/schema/plan.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { LedgerSettlement, TripCurrency } from "#lib/shared/balances.ts";
import type { CountedExpense } from "./ledger.ts";
import { isoInstant, param } from "./projection.ts";

/* Queries that return faults only. Each is one statement, so it sees one moment, however much is written meanwhile. */

const tripIds = param("tripIds", "uuid[]");
const before = param("before", "timestamptz");

export interface TripFault {
  tripId: string;
  what: string;
}

/** The next trips after an id, in the order of ids. */
export const selectTripIdsAfter = statement<{ after: string; limit: number }, { id: string }>(
  "select_trip_ids_after",
  sql`select ${trips.id} as id from ${trips} where ${trips.id} > ${param("after", "uuid")} order by ${trips.id} limit ${param("limit", "int")}`,
);

/** Event logs with gaps, or whose end differs from the trip's seq. */
export const selectBrokenEventLogs = statement<{ tripIds: string[] }, TripFault>(
  "select_torn_logs",
  sql`select ${trips.id} as "tripId", 'seq ' || ${trips.seq} || ', but ' || logged.count || ' events, the last ' || logged.last as what
    from ${trips} cross join lateral (select count(*) as count, coalesce(max(${tripEvents.seq}), 0) as last, coalesce(min(${tripEvents.seq}), 1) as first
      from ${tripEvents} where ${tripEvents.tripId} = ${trips.id}) logged
    where ${trips.id} = any(${tripIds}) and (logged.last <> ${trips.seq} or logged.count <> ${trips.seq} or logged.first <> 1) order by ${trips.id}`,
);

export const selectMiscounted = statement<{ tripIds: string[] }, TripFault>(
  "select_miscounted_trips",
  sql`select ${trips.id} as "tripId", 'stop_count ' || ${trips.stopCount} || ', but ' || live.count || ' stops' as what
    from ${trips} cross join lateral (select count(*) as count from ${stops} where ${stops.tripId} = ${trips.id} and ${stops.deletedAt} is null) live
    where ${trips.id} = any(${tripIds}) and live.count <> ${trips.stopCount} order by ${trips.id}`,
);

/** Trips whose oldest event that a room waits for has waited since `before`. */
export const selectStuckOutbox = statement<{ before: Date }, TripFault>(
  "select_stuck_outbox",
  sql`select ${trips.id} as "tripId", ${trips.seq} - ${trips.publishedSeq} || ' events wait since ' || to_char(oldest.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what
    from ${trips} join ${tripEvents} oldest on oldest.trip_id = ${trips.id} and oldest.seq = ${trips.publishedSeq} + 1
    where ${trips.isBehind} and oldest.at < ${before} order by oldest.at`,
);

/**
 * Rows whose target is not in their trip: a reference to such a target has no foreign key, or one that does not include
 * the trip.
 */
export const selectOrphans = statement<{ tripIds: string[] }, TripFault>(
  "select_orphans",
  sql`with targets as (
      select ${trips.id} as trip_id, 'trip' as kind, ${trips.id} as id from ${trips} where ${trips.id} = any(${tripIds})
      union all select ${stops.tripId}, 'stop', ${stops.id} from ${stops} where ${stops.tripId} = any(${tripIds})
      union all select ${reservations.tripId}, 'reservation', ${reservations.id} from ${reservations} where ${reservations.tripId} = any(${tripIds})
      union all select ${expenses.tripId}, 'expense', ${expenses.id} from ${expenses} where ${expenses.tripId} = any(${tripIds}))
    select ${comments.tripId} as "tripId", 'comment ' || ${comments.id} || ' on a missing ' || ${comments.targetKind} as what from ${comments}
      left join targets on targets.trip_id = ${comments.tripId} and targets.kind = ${comments.targetKind} and targets.id = ${comments.targetId}
      where ${comments.tripId} = any(${tripIds}) and targets.id is null
    union all select ${attachments.tripId}, 'file ' || ${attachments.id} || ' of a missing ' || ${attachments.targetKind} from ${attachments}
      left join targets on targets.trip_id = ${attachments.tripId} and targets.kind = ${attachments.targetKind} and targets.id = ${attachments.targetId}
      where ${attachments.tripId} = any(${tripIds}) and targets.id is null
    union all select ${settlements.tripId}, 'settlement ' || ${settlements.id} || ' of a member of another trip' from ${settlements}
      join ${tripMembers} on ${tripMembers.id} in (${settlements.fromId}, ${settlements.toId})
      where ${settlements.tripId} = any(${tripIds}) and ${tripMembers.tripId} <> ${settlements.tripId}
    union all select ${comments.tripId}, 'comment ' || ${comments.id} || ' of a member of another trip' from ${comments}
      join ${tripMembers} on ${tripMembers.id} = ${comments.memberId}
      where ${comments.tripId} = any(${tripIds}) and ${tripMembers.tripId} <> ${comments.tripId}
    order by 1, 2`,
);

/** Trips without an owner, and members whose account is gone although they have not left. */
export const selectUnowned = statement<{ tripIds: string[] }, TripFault>(
  "select_unowned",
  sql`select ${trips.id} as "tripId", 'has no owner' as what from ${trips}
      where ${trips.id} = any(${tripIds}) and not ${trips.isDemo} and not exists (select from ${tripMembers}
        where ${tripMembers.tripId} = ${trips.id} and ${tripMembers.role} = 'owner' and ${tripMembers.leftAt} is null)
    union all select ${tripMembers.tripId}, 'member ' || ${tripMembers.id} || ' is of an account that is gone' from ${tripMembers}
      where ${tripMembers.tripId} = any(${tripIds}) and ${tripMembers.leftAt} is null and ${tripMembers.userId} is not null
        and not exists (select from ${users} where ${users.id} = ${tripMembers.userId})
        and not exists (select from ${accountDeletions} where ${accountDeletions.userId} = ${tripMembers.userId})
    order by 1, 2`,
);

/** Used ids of trips that no longer exist. */
export const selectStrayIds = statement<object, { what: string }>(
  "select_stray_ids",
  sql`select 'client id ' || ${clientIds.id} || ' (' || ${clientIds.kind} || ') of trip ' || ${clientIds.tripId} || ', which is gone' as what
    from ${clientIds} where ${clientIds.tripId} is not null and not exists (select from ${trips} where ${trips.id} = ${clientIds.tripId})
    order by ${clientIds.id} limit 1000`,
);

/**
 * Work that became due before the instant `before` and is still not done, such as an agent run whose lease has ended.
 */
export const selectStuckWork = statement<{ before: Date }, { what: string }>(
  "select_stuck_work",
  sql`select 'run ' || ${agentThreads.runId} || ' of the agent in trip ' || ${agentThreads.tripId} as what from ${agentThreads}
      where ${agentThreads.runId} is not null and ${agentThreads.leaseUntil} < ${before}
    union all select 'the end of account ' || ${accountDeletions.userId} from ${accountDeletions} where ${accountDeletions.dueAt} < ${before}
    union all select 'telling the trips of user ' || ${profileChanges.userId} from ${profileChanges} where ${profileChanges.dueAt} < ${before}
    union all select 'what guest ' || ${guestClaims.guestId} || ' did' from ${guestClaims} where ${guestClaims.dueAt} < ${before}
    union all select 'the inbox of user ' || ${inboxRooms.userId} from ${inboxRooms} where ${inboxRooms.dueAt} < ${before}
    union all select count(*) || ' notifications to be pushed' from ${notifications} where ${notifications.pushAt} < ${before} having count(*) > 0`,
);

export type LedgerEntry = {
  tripId: string;
  id: string;
  /** The members who alone see the row; null: everybody does. */
  people: string[] | null;
} & ({ kind: "expense"; entry: CountedExpense } | { kind: "settlement"; entry: LedgerSettlement });

/** Every live row of a trip's money, private ones too. */
export const selectAllMoney = statement<{ tripIds: string[] }, LedgerEntry>(
  "select_all_money",
  sql`select ${expenses.tripId} as "tripId", 'expense' as kind, ${expenses.id} as id, ${expenses.people} as people,
      json_build_object('id', ${expenses.id}, 'money', ${expenses.money}, 'rate', ${expenses.rate}, 'category', ${expenses.category},
        'spentOn', ${expenses.spentOn}, 'nights', ${expenses.nights}, 'stopId', ${expenses.stopId}, 'reservationId', ${expenses.reservationId},
        'createdAt', ${isoInstant(expenses.createdAt)}) as entry
      from ${expenses} where ${expenses.tripId} = any(${tripIds}) and ${expenses.deletedAt} is null
    union all select ${settlements.tripId}, 'settlement', ${settlements.id},
      case when ${settlements.private} then array[${settlements.fromId}, ${settlements.toId}] end,
      json_build_object('id', ${settlements.id}, 'from', ${settlements.fromId}, 'to', ${settlements.toId}, 'amount', ${settlements.amount},
        'currency', ${settlements.currency}, 'rate', ${settlements.rate}, 'createdAt', ${isoInstant(settlements.createdAt)})
      from ${settlements} where ${settlements.tripId} = any(${tripIds}) and ${settlements.deletedAt} is null`,
);

export interface MoneyTrip extends TripCurrency {
  tripId: string;
  memberIds: string[];
}

export const selectMoneyTrips = statement<{ tripIds: string[] }, MoneyTrip>(
  "select_money_trips",
  sql`select ${trips.id} as "tripId", ${trips.currency} as currency, ${trips.formerCurrencies} as "formerCurrencies",
      array(select ${tripMembers.id} from ${tripMembers} where ${tripMembers.tripId} = ${trips.id}) as "memberIds"
    from ${trips} where ${trips.id} = any(${tripIds}) order by ${trips.id}`,
);
