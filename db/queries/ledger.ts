import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { LedgerSettlement, TripCurrency } from "#lib/shared/balances.ts";
import type { BudgetDto } from "#lib/shared/budget.ts";
import type { SpentExpense } from "#lib/shared/budget-sums.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { isVisibleTo } from "./expenses.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";
import { isSettlementVisibleTo } from "./settlements.ts";

const tripId = param("tripId", "uuid");
const me = sql`(select ${tripMembers.id} from ${tripMembers} where ${tripMembers.tripId} = ${tripId}
  and ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null)`;

/** An expense with all fields that any sum is made of. */
export type CountedExpense = SpentExpense & { stopId: string | null; reservationId: string | null };

/** The fields of a trip that its money depends on. */
export interface LedgerTrip extends TripCurrency {
  budget: BudgetDto | null;
  seq: number;
  /** Distinguishes a trip from a purged one with the same id. */
  createdAt: string;
  /** Whether the caller knows an earlier state of exactly this trip: if so, only later changes are sent. */
  isKnown: boolean;
}

/** A row of the ledger, as JSON text: `LedgerTrip`, `CountedExpense` or `LedgerSettlement`. */
export interface LedgerRow {
  kind: "trip" | "expense" | "settlement" | "privateExpense" | "privateSettlement";
  /** The row's id; null for the trip. */
  id: string | null;
  /** The row's JSON; null: the row has changed and no longer belongs to what everybody sees. */
  entry: string | null;
}

const createdAt = sql<string>`extract(epoch from ${trips.createdAt})::text`;
const ledgerTrip = jsonObject<LedgerTrip>({
  currency: trips.currency,
  formerCurrencies: trips.formerCurrencies,
  budget: trips.budget,
  seq: trips.seq,
  createdAt,
  isKnown: sql`known.yes`,
});
const expenseEntry = jsonObject<CountedExpense>({
  id: expenses.id,
  money: expenses.money,
  rate: expenses.rate,
  category: expenses.category,
  spentOn: expenses.spentOn,
  nights: expenses.nights,
  stopId: expenses.stopId,
  reservationId: expenses.reservationId,
  createdAt: isoInstant(expenses.createdAt),
});
const settlementEntry = jsonObject<LedgerSettlement>({
  id: settlements.id,
  from: settlements.fromId,
  to: settlements.toId,
  amount: settlements.amount,
  currency: settlements.currency,
  rate: settlements.rate,
  createdAt: isoInstant(settlements.createdAt),
});
const expensesOfTrip = sql`${expenses.tripId} = ${tripId}`;
const isLiveExpense = sql`${expenses.deletedAt} is null`;
const isSharedExpense = sql`${expenses.people} is null`;
const settlementsOfTrip = sql`${settlements.tripId} = ${tripId}`;
const isLiveSettlement = sql`${settlements.deletedAt} is null`;
const isSharedSettlement = sql`not ${settlements.private}`;

interface Reading {
  tripId: string;
  userId: string;
  /** The seq at which the caller has read the rows that everybody sees; -1: never. */
  since: number;
  /** The `createdAt` of the trip that the caller has read; null: never. */
  createdAt: string | null;
}

/**
 * Whether the caller knows an earlier state of the trip. PostgreSQL evaluates this subquery once, and not for each row.
 */
const isKnown = sql`(select yes from known)`;
const changedSince = (pattern: string) => sql`(select distinct ${tripEvents.entityId} as id from ${tripEvents}
  where ${isKnown} and ${tripEvents.tripId} = ${tripId} and ${tripEvents.seq} > ${param("since", "int")}
    and ${tripEvents.op} like ${sql.raw(`'${pattern}'`)})`;

/**
 * Live rows that the reader may see, in no order and all from one moment. Of the rows that everybody sees, only those
 * that the event log names since the caller's last read. Each row is a text of its own, since the service can read
 * thousands of small texts while PostgreSQL makes them, but one of megabytes only when it is complete.
 */
export const selectLedger = statement<Reading, LedgerRow>(
  "select_ledger",
  sql`with known as materialized (
      select ${param("since", "int")} between 0 and ${trips.seq} and ${createdAt} is not distinct from ${param("createdAt", "text")} as yes
      from ${trips} where ${trips.id} = ${tripId})
    select 'trip' as kind, null::uuid as id, ${ledgerTrip}::text as entry from ${trips}, known where ${trips.id} = ${tripId}
    union all select 'expense', ${expenses.id}, ${expenseEntry}::text from ${expenses}
      where not ${isKnown} and ${expensesOfTrip} and ${isLiveExpense} and ${isSharedExpense}
    union all select 'expense', changed.id, case when ${isLiveExpense} and ${isSharedExpense} then ${expenseEntry}::text end
      from ${changedSince("expense.%")} changed left join ${expenses} on ${expenses.id} = changed.id and ${expensesOfTrip}
    union all select 'settlement', ${settlements.id}, ${settlementEntry}::text from ${settlements}
      where not ${isKnown} and ${settlementsOfTrip} and ${isLiveSettlement} and ${isSharedSettlement}
    union all select 'settlement', changed.id, case when ${isLiveSettlement} and ${isSharedSettlement} then ${settlementEntry}::text end
      from ${changedSince("settlement.%")} changed left join ${settlements} on ${settlements.id} = changed.id and ${settlementsOfTrip}
    union all select 'privateExpense', ${expenses.id}, ${expenseEntry}::text from ${expenses}
      where ${expensesOfTrip} and ${isLiveExpense} and ${expenses.people} is not null and ${isVisibleTo(me)}
    union all select 'privateSettlement', ${settlements.id}, ${settlementEntry}::text from ${settlements}
      where ${settlementsOfTrip} and ${isLiveSettlement} and ${settlements.private} and ${isSettlementVisibleTo(me)}`,
);

/** The planned costs of a trip, as one JSON text. */
export interface PlanCosts {
  stops: (Pick<StopDto, "id" | "category"> & { cost: MoneyValue })[];
  reservations: (Pick<ReservationDto, "id" | "kind" | "stopId"> & { cost: MoneyValue })[];
}

/** Live stops and reservations with a cost. */
export const selectPlanCosts = statement<{ tripId: string }, { costs: string }>(
  "select_plan_costs",
  sql`select ${jsonObject<PlanCosts>({
    stops: jsonArray(
      sql`select ${jsonColumns<PlanCosts["stops"][number]>({
        id: stops.id,
        category: stops.category,
        cost: sql`json_build_object('amount', ${stops.costAmount}, 'currency', ${stops.costCurrency})`,
      })} from ${stops} where ${stops.tripId} = ${tripId} and ${stops.deletedAt} is null and ${stops.costAmount} is not null`,
    ),
    reservations: jsonArray(sql`select ${jsonColumns<PlanCosts["reservations"][number]>({
      id: reservations.id,
      kind: reservations.kind,
      stopId: reservations.stopId,
      cost: sql`json_build_object('amount', ${reservations.costAmount}, 'currency', ${reservations.costCurrency})`,
    })} from ${reservations}
      where ${reservations.tripId} = ${tripId} and ${reservations.deletedAt} is null and ${reservations.costAmount} is not null`),
  })}::text as costs`,
);

/**
 * The largest amount that everybody sees by currency and rate, in minor units, and when the newest such row was
 * recorded. Deleted rows count, too, since they can be restored.
 */
export const selectLargestAmounts = statement<
  { tripId: string },
  { currency: string; rate: Rate | null; amount: number; newest: string }
>(
  "select_largest_amounts",
  sql`select currency, rate, max(size)::float8 as amount, ${isoInstant(sql`max(at)`)} as newest from (
      select ${expenses.money}->>'currency' as currency, ${expenses.rate} as rate, abs((${expenses.money}->>'amount')::bigint) as size,
        ${expenses.createdAt} as at
      from ${expenses} where ${expenses.tripId} = ${tripId} and ${expenses.people} is null
      union all select ${settlements.currency}, ${settlements.rate}, ${settlements.amount}, ${settlements.createdAt}
      from ${settlements} where ${settlements.tripId} = ${tripId} and not ${settlements.private}
    ) amounts group by currency, rate`,
);
