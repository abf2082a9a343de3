import {
  amountAsRecorded,
  type Balances,
  convertToTripCurrency,
  divideInTripCurrency,
  forEachSettlementAmount,
  forEachExpenseAmount,
  recordedMoneyOf,
  type DividedExpense,
  divideExpenseAsRecorded,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { convertBalances } from "#lib/shared/convert-balances.ts";
import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { privateBalances, privateTransfers } from "#lib/shared/private-transfers.ts";
import type { Rate } from "#lib/shared/rates.ts";
import { settleUp } from "#lib/shared/settle-up.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { CurrencyPeriodSums } from "#lib/shared/currency-period-sums.ts";
import { type RecordedMoney, recordedCurrency } from "#lib/shared/currency-periods.ts";

/** The amounts of an expense in the trip's currency, in minor units. */
export interface ExpenseSums {
  amount: number;
  /** The amounts by member id. */
  paid: ReadonlyMap<string, number>;
  borne: ReadonlyMap<string, number>;
}

/** An amount that one member should pay another, in minor units above 0. */
export interface OwedAmount {
  from: string;
  to: string;
  amount: number;
  currency: string;
}

interface Kept {
  trip: TripCurrency;
  sums: ExpenseSums | null;
}

// A row keeps its object identity until it changes, so each row is split once and not at every event.
const known = new WeakMap<ExpenseDto, Kept>();

/** Returns null when no exchange rate is known yet, as for an expense that was just added without a connection. */
export function expenseSumsOf(trip: TripCurrency, expense: ExpenseDto): ExpenseSums | null {
  const kept = known.get(expense);
  if (kept && isSameCurrency(kept.trip, trip)) return kept.sums;
  const { currency, formerCurrencies } = trip;
  const isKnown = isConvertible(trip, { currency: expense.money.currency, rate: expense.rate });
  const sums = isKnown ? divideInTripCurrency(trip, expense) : null;
  known.set(expense, { trip: { currency, formerCurrencies }, sums });
  return sums;
}

function isSameCurrency(a: TripCurrency, b: TripCurrency): boolean {
  return a.currency === b.currency && a.formerCurrencies === b.formerCurrencies;
}

/** Whether exchange rates lead from this amount's currency to the trip's currency. */
export function isConvertible(
  { currency, formerCurrencies }: TripCurrency,
  money: { currency: string; rate: Rate | null },
): boolean {
  const reached = money.currency === currency ? currency : (money.rate?.to ?? money.currency);
  return reached === currency || formerCurrencies.some((former) => former.currency === reached);
}

/** Returns a settlement's amount in the trip's currency; null when no exchange rate is known yet. */
export function settledAmount(trip: TripCurrency, settlement: SettlementDto): number | null {
  return isConvertible(trip, settlement) ? convertToTripCurrency(trip, settlement) : null;
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
  const sums = new CurrencyPeriodSums(trip, convertBalances);
  for (const expense of seen.expenses)
    forEachExpenseAmount(recordedShares(expense), sums.noteOf(recordedMoneyOf(expense)));
  for (const row of seen.settlements) forEachSettlementAmount(row, amountAsRecorded(row), sums.noteOf(row));
  return sums.read();
}

/** Returns the rows from whose currency an exchange rate leads to the trip's currency. */
function countedIn(trip: TripCurrency, { expenses, settlements }: Rows, isPrivate: boolean): Rows {
  return {
    expenses: expenses.filter((row) => row.private === isPrivate && isLedBy(trip, recordedMoneyOf(row))),
    settlements: settlements.filter((row) => row.private === isPrivate && isLedBy(trip, row)),
  };
}

/** Whether the currency into which the row was converted when it was recorded is, or was, the trip's currency. */
function isLedBy({ currency, formerCurrencies }: TripCurrency, row: RecordedMoney): boolean {
  return [currency, ...formerCurrencies.map((former) => former.currency)].includes(recordedCurrency(row));
}

const recorded = new WeakMap<ExpenseDto, DividedExpense>();

function recordedShares(expense: ExpenseDto): DividedExpense {
  const kept = recorded.get(expense);
  if (kept) return kept;
  const shares = divideExpenseAsRecorded(expense);
  recorded.set(expense, shares);
  return shares;
}

/** Returns the fewest transfers after which nobody owes anybody. */
export function transfersOf(balances: ReadonlyMap<string, number>, currency: string): OwedAmount[] {
  return settleUp(balances).map(({ from, to, amount }) => ({ from, to, amount, currency }));
}

/**
 * Returns what one member pays or gets for private rows, separately for each other member.
 * @param me member id
 */
export function privateOwed(me: string, trip: TripCurrency, rows: Rows): OwedAmount[] {
  const { currency } = trip;
  return privateTransfers(me, trip, countedIn(trip, rows, true)).map(({ from, to, amount }) => ({
    from,
    to,
    amount,
    currency,
  }));
}

/** Returns how many rows have no known exchange rate yet, so that no sum contains them. */
export function countRowsWithoutRate(trip: TripCurrency, { expenses, settlements }: Rows): number {
  const without = [
    ...expenses.filter((expense) => expenseSumsOf(trip, expense) === null),
    ...settlements.filter((row) => !isConvertible(trip, row)),
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

export function ownPart({ amount, paid, borne }: ExpenseSums, memberId: string): OwnPart {
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
