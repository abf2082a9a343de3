import type { Portion } from "./allocate.ts";
import { bornePortions, type ExpenseMoney, paidPortions } from "./expense-shares.ts";
import { convertBalances } from "./convert-balances.ts";
import { MAX_AMOUNT } from "./money.ts";
import { convert, type Rate } from "./rates.ts";
import { CurrencyPeriodSums } from "./currency-period-sums.ts";
import {
  type CurrencyPeriodEnd,
  ratesToCurrentCurrency,
  recordedCurrency,
  type RecordedMoney,
  currencyPeriodsOf,
} from "./currency-periods.ts";

/** The fields of an expense that the balances depend on. */
export interface LedgerExpense {
  id: string;
  money: ExpenseMoney;
  /** The exchange rate that was stored with the expense; null: the expense was in the trip's own currency. */
  rate: Rate | null;
  /** ISO instant in UTC; absent: the row is being recorded now. */
  createdAt?: string | undefined;
}

/** A payment from one member to another; minor units above 0. */
export interface LedgerSettlement {
  id: string;
  from: string;
  to: string;
  amount: number;
  currency: string;
  rate: Rate | null;
  createdAt?: string | undefined;
}

export interface Ledger {
  expenses: readonly LedgerExpense[];
  settlements: readonly LedgerSettlement[];
}

/**
 * A currency that the trip had before, with what one unit of it is worth in the trip's current currency. A single
 * amount is converted by that rate. A member's balance is converted step by step, by the rate of each time that the
 * trip `left` a currency. If the trip came back to this currency, it is the current currency as well.
 */
export type FormerCurrency = Omit<Rate, "to"> & { currency: string; left?: CurrencyPeriodEnd[] | undefined };

export interface TripCurrency {
  currency: string;
  formerCurrencies: readonly FormerCurrency[];
}

/**
 * By member id, in minor units: a member above 0 gets money from the others, a member below 0 owes money. Sums to 0.
 */
export type Balances = Map<string, number>;

/** One set of balances for each currency of the ledger; nothing is converted. */
export function balancesByCurrency({ expenses, settlements }: Ledger): Map<string, Balances> {
  const all = new Map<string, Balances>();
  for (const expense of expenses) {
    const { amount, currency } = expense.money;
    forEachExpenseAmount(divideExpense(expense, amount), addingTo(balancesOf(all, currency)));
  }
  for (const row of settlements)
    forEachSettlementAmount(row, row.amount, addingTo(balancesOf(all, row.currency)));
  return all;
}

function balancesOf(all: Map<string, Balances>, currency: string): Balances {
  const known = all.get(currency);
  if (known) return known;
  const made: Balances = new Map();
  all.set(currency, made);
  return made;
}

/**
 * A callback that may be called several times per member: `amount` above 0 is owed to the member, below 0 by the
 * member.
 */
type Note = (memberId: string, amount: number) => void;

function addingTo(balances: Balances): Note {
  return (memberId, amount) => balances.set(memberId, (balances.get(memberId) ?? 0) + amount);
}

/** An expense in one currency: its amount, who paid it, and who bears it. */
export interface DividedExpense {
  amount: number;
  paid: readonly Portion[];
  borne: readonly Portion[];
}

/**
 * Divides an expense among those who paid and those who bear it.
 * @param amount the expense's amount, in any currency
 */
export function divideExpense({ id, money }: LedgerExpense, amount: number): DividedExpense {
  return { amount, paid: paidPortions(id, money, amount), borne: bornePortions(id, money, amount) };
}

/** Divides an expense like {@link divideExpense}, converted to the trip's currency. */
export function divideExpenseIn(trip: TripCurrency, expense: LedgerExpense): DividedExpense {
  const { amount, currency } = expense.money;
  return divideExpense(expense, convertToTripCurrency(trip, { amount, currency, rate: expense.rate }));
}

/** Divides an expense in the trip's currency like {@link divideExpenseIn}, with the amounts by member id. */
export function divideInTripCurrency(
  trip: TripCurrency,
  expense: LedgerExpense,
): { amount: number; paid: Balances; borne: Balances } {
  const { amount, paid, borne } = divideExpenseIn(trip, expense);
  return { amount, paid: byMember(paid), borne: byMember(borne) };
}

function byMember(all: readonly Portion[]): Balances {
  return new Map(all.map(({ key, units }) => [key, units]));
}

export function forEachExpenseAmount({ paid, borne }: DividedExpense, note: Note): void {
  for (const { key, units } of paid) note(key, units);
  for (const { key, units } of borne) note(key, -units);
}

/**
 * Reports a settlement to both of its members.
 * @param amount the settlement's amount, in any currency
 */
export function forEachSettlementAmount({ from, to }: LedgerSettlement, amount: number, note: Note): void {
  note(from, amount);
  note(to, -amount);
}

/**
 * Computes all balances in the trip's currency from the stored exchange rates. Each expense is converted as a whole and
 * then divided again, so that no unit is lost or added between those who paid and those who bear it. When the trip's
 * currency changes, each member's balance is converted as a whole, so that a member with a balance of 0 keeps 0.
 */
export function balancesIn(trip: TripCurrency, { expenses, settlements }: Ledger): Balances {
  const sums = new CurrencyPeriodSums(trip, convertBalances);
  for (const expense of expenses)
    forEachExpenseAmount(divideExpenseAsRecorded(expense), sums.noteOf(recordedMoneyOf(expense)));
  for (const row of settlements) forEachSettlementAmount(row, amountAsRecorded(row), sums.noteOf(row));
  return sums.read();
}

export function recordedMoneyOf({ money: { currency }, rate, createdAt }: LedgerExpense): RecordedMoney {
  return { currency, rate, createdAt };
}

/** Divides an expense in the currency that the trip had when the expense was recorded. */
export function divideExpenseAsRecorded(expense: LedgerExpense): DividedExpense {
  const { amount, currency } = expense.money;
  return divideExpense(expense, amountAsRecorded({ amount, currency, rate: expense.rate }));
}

/**
 * The amount in minor units of the currency that the trip had when the row was recorded, limited to MAX_AMOUNT as in
 * {@link convertToTripCurrency}.
 */
export function amountAsRecorded(money: RatedMoney): number {
  return convertToTripCurrency({ currency: recordedCurrency(money), formerCurrencies: [] }, money);
}

/** An amount in minor units of a currency; `rate` as in {@link LedgerExpense}. */
export interface RatedMoney {
  amount: number;
  currency: string;
  rate: Rate | null;
}

/**
 * Converts an amount to minor units of the trip's currency. A converted amount is limited to ±MAX_AMOUNT, so that sums
 * stay exact. Only a private row reaches that limit, by an absurd rate: whether the trip's currency may change does not
 * depend on rows that others hide.
 * @throws RangeError where no rate leads to the trip's currency; no write leaves such a row
 */
export function convertToTripCurrency(trip: TripCurrency, money: RatedMoney): number {
  if (money.currency === trip.currency) return money.amount;
  return Math.max(-MAX_AMOUNT, Math.min(MAX_AMOUNT, unboundedIn(trip, money)));
}

/**
 * Whether the amount stays within MAX_AMOUNT, both by its own rate and by the rates of every time at which the trip had
 * the currency in which the row was recorded.
 * @throws RangeError as {@link convertToTripCurrency}
 */
export function isWithinMaxAmount(trip: TripCurrency, money: RatedMoney): boolean {
  if (Math.abs(unboundedIn(trip, money)) > MAX_AMOUNT) return false;
  const stays = currencyPeriodsOf(trip);
  const reached = recordedCurrency(money);
  const first = money.rate ? [money.rate.value] : [];
  return stays.every(({ currency }, index) => {
    if (currency !== reached) return true;
    const rates = [...first, ...ratesToCurrentCurrency(stays, index)];
    return Math.abs(convert(money.amount, money.currency, trip.currency, rates)) <= MAX_AMOUNT;
  });
}

function unboundedIn({ currency, formerCurrencies }: TripCurrency, money: RatedMoney): number {
  if (money.currency === currency) return money.amount;
  const reached = recordedCurrency(money);
  const first = money.rate ? [money.rate.value] : [];
  if (reached === currency) return convert(money.amount, money.currency, currency, first);
  const former = formerCurrencies.find((each) => each.currency === reached);
  if (!former) throw new RangeError(`No rate leads from ${reached} to ${currency}.`);
  return convert(money.amount, money.currency, currency, [...first, former.value]);
}
