import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { LedgerExpense, LedgerSettlement, TripCurrency } from "#lib/shared/balances.ts";
import type { BudgetDto } from "#lib/shared/budget.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { isVisibleTo } from "./expenses.ts";
import { jsonObject, param } from "./projection.ts";
import { isSettlementVisibleTo } from "./settlements.ts";

const tripId = param("tripId", "uuid");
const me = sql`(select ${tripMembers.id} from ${tripMembers} where ${tripMembers.tripId} = ${tripId}
  and ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null)`;

/** One JSON text of each row that counts, the trip's own among them. */
export interface LedgerRow {
  kind: keyof LedgerEntries;
  entry: string;
}
export interface LedgerEntries {
  trip: TripCurrency & Freshness;
  expense: LedgerExpense;
  settlement: LedgerSettlement;
  privateExpense: LedgerExpense;
  privateSettlement: LedgerSettlement;
}

const createdAt = sql<string>`extract(epoch from ${trips.createdAt})::text`;
const tripCurrency = {
  currency: trips.currency,
  formerCurrencies: trips.formerCurrencies,
  seq: trips.seq,
  createdAt,
};
const ledgerExpense = { id: expenses.id, money: expenses.money, rate: expenses.rate };
const expenseEntry = jsonObject<LedgerExpense>(ledgerExpense);
const settlementEntry = jsonObject<LedgerSettlement>({
  id: settlements.id,
  from: settlements.fromId,
  to: settlements.toId,
  amount: settlements.amount,
  currency: settlements.currency,
  rate: settlements.rate,
});
const liveExpenses = sql`${expenses.tripId} = ${tripId} and ${expenses.deletedAt} is null`;
const liveSettlements = sql`${settlements.tripId} = ${tripId} and ${settlements.deletedAt} is null`;

interface Freshness {
  seq: number;
  /** Tells a trip from a purged one whose id it has. */
  createdAt: string;
  /** Whether any of the rows may have changed since the caller has read them; if not, they are not sent again. */
  isNews: boolean;
}

/** By what the log of this very trip says; PostgreSQL asks once, not for each row. */
function newsOf(...ops: string[]): SQL {
  const { tripId: trip, seq, op } = tripEvents;
  const since = param("since", "int");
  const some = ops.map((pattern) => sql`${op} like ${sql.raw(`'${pattern}'`)}`);
  return sql`(select ${since} < 0 or ${since} > ${trips.seq} or ${createdAt} is distinct from ${param("createdAt", "text")}
    or exists (select 1 from ${tripEvents}
      where ${trip} = ${tripId} and ${seq} > ${since} and (${sql.join(some, sql` or `)}))
    from ${trips} where ${trips.id} = ${tripId})`;
}

const ledgerNews = newsOf("trip.updated", "expense.%", "settlement.%");
const spendingNews = newsOf("trip.updated", "expense.%", "stop.%", "reservation.%");

interface Reading {
  tripId: string;
  /** The seq at which the caller has read what everybody sees; -1: never. */
  since: number;
  /** The trip's of then; null: never. */
  createdAt: string | null;
}

/**
 * Live rows that the reader may see, in no order and all from one moment. Each is a text of its own, since the service
 * reads thousands of small ones while PostgreSQL makes them, and one of megabytes only when it is complete.
 */
export const selectLedger = statement<Reading & { userId: string }, LedgerRow>(
  "select_ledger",
  sql`select 'trip' as kind, ${jsonObject<LedgerEntries["trip"]>({ ...tripCurrency, isNews: ledgerNews })}::text as entry
      from ${trips} where ${trips.id} = ${tripId}
    union all select 'expense', ${expenseEntry}::text from ${expenses}
      where ${liveExpenses} and ${expenses.people} is null and ${ledgerNews}
    union all select 'settlement', ${settlementEntry}::text from ${settlements}
      where ${liveSettlements} and not ${settlements.private} and ${ledgerNews}
    union all select 'privateExpense', ${expenseEntry}::text from ${expenses}
      where ${liveExpenses} and ${expenses.people} is not null and ${isVisibleTo(me)}
    union all select 'privateSettlement', ${settlementEntry}::text from ${settlements}
      where ${liveSettlements} and ${settlements.private} and ${isSettlementVisibleTo(me)}`,
);

/** What a trip was planned to cost, and what everybody knows was spent; rows as in {@link LedgerRow}. */
export interface SpendingRow {
  kind: keyof SpendingEntries;
  entry: string;
}
export interface SpendingEntries {
  trip: TripCurrency & Freshness & { budget: BudgetDto | null };
  expense: LedgerExpense &
    Pick<ExpenseFields, "category" | "spentOn" | "nights" | "stopId" | "reservationId">;
  stop: Pick<StopDto, "id" | "category"> & { cost: MoneyValue };
  reservation: Pick<ReservationDto, "id" | "kind" | "stopId"> & { cost: MoneyValue };
}

/** Live rows, private ones left out; the plan's only where they cost something. */
export const selectSpending = statement<Reading, SpendingRow>(
  "select_spending",
  sql`select 'trip' as kind, ${jsonObject<SpendingEntries["trip"]>({ ...tripCurrency, isNews: spendingNews, budget: trips.budget })}::text as entry
      from ${trips} where ${trips.id} = ${tripId}
    union all select 'expense', ${jsonObject<SpendingEntries["expense"]>({
      ...ledgerExpense,
      category: expenses.category,
      spentOn: expenses.spentOn,
      nights: expenses.nights,
      stopId: expenses.stopId,
      reservationId: expenses.reservationId,
    })}::text from ${expenses} where ${liveExpenses} and ${expenses.people} is null and ${spendingNews}
    union all select 'stop', ${jsonObject<SpendingEntries["stop"]>({
      id: stops.id,
      category: stops.category,
      cost: sql`json_build_object('amount', ${stops.costAmount}, 'currency', ${stops.costCurrency})`,
    })}::text from ${stops}
      where ${stops.tripId} = ${tripId} and ${stops.deletedAt} is null and ${stops.costAmount} is not null and ${spendingNews}
    union all select 'reservation', ${jsonObject<SpendingEntries["reservation"]>({
      id: reservations.id,
      kind: reservations.kind,
      stopId: reservations.stopId,
      cost: sql`json_build_object('amount', ${reservations.costAmount}, 'currency', ${reservations.costCurrency})`,
    })}::text from ${reservations}
      where ${reservations.tripId} = ${tripId} and ${reservations.deletedAt} is null and ${reservations.costAmount} is not null
        and ${spendingNews}`,
);

/**
 * The largest size of what everybody sees by currency and rate, in minor units; of deleted rows, too, since they can come
 * back.
 */
export const selectLargestAmounts = statement<
  { tripId: string },
  { currency: string; rate: Rate | null; amount: number }
>(
  "select_largest_amounts",
  sql`select currency, rate, max(size)::float8 as amount from (
      select ${expenses.money}->>'currency' as currency, ${expenses.rate} as rate, abs((${expenses.money}->>'amount')::bigint) as size
      from ${expenses} where ${expenses.tripId} = ${tripId} and ${expenses.people} is null
      union all select ${settlements.currency}, ${settlements.rate}, ${settlements.amount}
      from ${settlements} where ${settlements.tripId} = ${tripId} and not ${settlements.private}
    ) amounts group by currency, rate`,
);
