import {
  amountAsRecorded,
  type Balances,
  inCurrencyOf,
  inTripCurrency,
  noteSettlement,
  noteShared,
  recordOf,
  type SharedOut,
  sharedOutAsRecorded,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { convertBalances } from "#lib/shared/convert-balances.ts";
import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { privateBalances, privateTransfers } from "#lib/shared/private-transfers.ts";
import type { Rate } from "#lib/shared/rates.ts";
import { settleUp } from "#lib/shared/settle-up.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { StagedSums } from "#lib/shared/staged-sums.ts";
import { type Recorded, reachedBy } from "#lib/shared/stays.ts";

/** The amounts of an expense in the trip's currency, in minor units. */
export interface Sums {
  amount: number;
  /** The amounts by member id. */
  paid: ReadonlyMap<string, number>;
  borne: ReadonlyMap<string, number>;
}

/** An amount that one member should pay another, in minor units above 0. */
export interface Owed {
  from: string;
  to: string;
  amount: number;
  currency: string;
}

interface Kept {
  trip: TripCurrency;
  sums: Sums | null;
}

// A row keeps its object identity until it changes, so each row is split once and not at every event.
const known = new WeakMap<ExpenseDto, Kept>();

/** Returns null when no exchange rate is known yet, as for an expense that was just added without a connection. */
export function sumsOf(trip: TripCurrency, expense: ExpenseDto): Sums | null {
  const kept = known.get(expense);
  if (kept && isSameCurrency(kept.trip, trip)) return kept.sums;
  const { currency, formerCurrencies } = trip;
  const isKnown = isReachable(trip, { currency: expense.money.currency, rate: expense.rate });
  const sums = isKnown ? inTripCurrency(trip, expense) : null;
  known.set(expense, { trip: { currency, formerCurrencies }, sums });
  return sums;
}

function isSameCurrency(a: TripCurrency, b: TripCurrency): boolean {
  return a.currency === b.currency && a.formerCurrencies === b.formerCurrencies;
}

/** Whether exchange rates lead from this amount's currency to the trip's currency. */
export function isReachable(
  { currency, formerCurrencies }: TripCurrency,
  money: { currency: string; rate: Rate | null },
): boolean {
  const reached = money.currency === currency ? currency : (money.rate?.to ?? money.currency);
  return reached === currency || formerCurrencies.some((former) => former.currency === reached);
}

/** Returns a settlement's amount in the trip's currency; null when no exchange rate is known yet. */
export function settledAmount(trip: TripCurrency, settlement: SettlementDto): number | null {
  return isReachable(trip, settlement) ? inCurrencyOf(trip, settlement) : null;
}

interface Rows {
  expenses: readonly ExpenseDto[];
  settlements: readonly SettlementDto[];
}

/**
 * Returns who is owed (above 0) and who owes (below 0), by member id, in the trip's currency.
 * @param isPrivate true for the private rows, which no balance of the group contains; false for all others
 */
export function balancesOf(trip: TripCurrency, rows: Rows, isPrivate: boolean): Balances {
  const seen = countedIn(trip, rows, isPrivate);
  if (isPrivate) return privateBalances(trip, seen);
  const sums = new StagedSums(trip, convertBalances);
  for (const expense of seen.expenses) noteShared(recordedShares(expense), sums.noteOf(recordOf(expense)));
  for (const row of seen.settlements) noteSettlement(row, amountAsRecorded(row), sums.noteOf(row));
  return sums.read();
}

/** Returns the rows from whose currency an exchange rate leads to the trip's currency. */
function countedIn(trip: TripCurrency, { expenses, settlements }: Rows, isPrivate: boolean): Rows {
  return {
    expenses: expenses.filter((row) => row.private === isPrivate && isLedBy(trip, recordOf(row))),
    settlements: settlements.filter((row) => row.private === isPrivate && isLedBy(trip, row)),
  };
}

/** Whether the currency into which the row was converted when it was recorded is, or was, the trip's currency. */
function isLedBy({ currency, formerCurrencies }: TripCurrency, row: Recorded): boolean {
  return [currency, ...formerCurrencies.map((former) => former.currency)].includes(reachedBy(row));
}

const recorded = new WeakMap<ExpenseDto, SharedOut>();

function recordedShares(expense: ExpenseDto): SharedOut {
  const kept = recorded.get(expense);
  if (kept) return kept;
  const shares = sharedOutAsRecorded(expense);
  recorded.set(expense, shares);
  return shares;
}

/** Returns the fewest transfers after which nobody owes anybody. */
export function transfersOf(balances: ReadonlyMap<string, number>, currency: string): Owed[] {
  return settleUp(balances).map(({ from, to, amount }) => ({ from, to, amount, currency }));
}

/**
 * Returns what one member pays or gets for private rows, separately for each other member.
 * @param me member id
 */
export function privateOwed(me: string, trip: TripCurrency, rows: Rows): Owed[] {
  const { currency } = trip;
  return privateTransfers(me, trip, countedIn(trip, rows, true)).map(({ from, to, amount }) => ({
    from,
    to,
    amount,
    currency,
  }));
}

/** Returns how many rows have no known exchange rate yet, so that no sum contains them. */
export function countUnknown(trip: TripCurrency, { expenses, settlements }: Rows): number {
  const without = [
    ...expenses.filter((expense) => sumsOf(trip, expense) === null),
    ...settlements.filter((row) => !isReachable(trip, row)),
  ];
  return without.length;
}

export interface CategorySum {
  category: ExpenseCategory;
  amount: number;
}

/** One member's part of an expense, in the trip's currency; amounts are above 0. */
type OwnPart =
  /** The member owes this share of the expense, or gets this part of a refund. */
  | { kind: "share" | "gets"; amount: number }
  /** The member paid this amount for others, or holds this part of a refund for others. */
  | { kind: "lent" | "holds"; amount: number }
  | { kind: "none" };

export function ownPart({ amount, paid, borne }: Sums, memberId: string): OwnPart {
  const isRefund = amount < 0;
  const sign = isRefund ? -1 : 1;
  const gave = sign * (paid.get(memberId) ?? 0);
  const share = sign * (borne.get(memberId) ?? 0);
  // The member has a negative item, such as a returned deposit, on a bill whose other items are for others.
  if (gave === 0 && share < 0) return { kind: isRefund ? "share" : "gets", amount: -share };
  if (gave > share) return { kind: isRefund ? "holds" : "lent", amount: gave - share };
  if (share > 0) return { kind: isRefund ? "gets" : "share", amount: share };
  return { kind: "none" };
}
