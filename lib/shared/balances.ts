import type { Portion } from "./allocate.ts";
import { borneBy, type ExpenseMoney, paidBy } from "./expense-shares.ts";
import { convertBalances } from "./convert-balances.ts";
import { MAX_AMOUNT } from "./money.ts";
import { convert, type Rate } from "./rates.ts";
import { StagedSums } from "./staged-sums.ts";
import { type Leave, ratesOnward, reachedBy, type Recorded, staysOf } from "./stays.ts";

/** What of an expense counts for who owes whom. */
export interface LedgerExpense {
  id: string;
  money: ExpenseMoney;
  /** null: it was in the trip's own currency. */
  rate: Rate | null;
  /** ISO instant in UTC; absent: just now. */
  createdAt?: string | undefined;
}

/** Money that one member gave another; minor units above 0. */
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
 * A currency that was the trip's before, and what one unit of it is worth in the one of now: one amount leads on by that.
 * What a member is owed leads on through each time that the trip `left` it. Where the trip came back to it, it is the one
 * of now as well.
 */
export type FormerCurrency = Omit<Rate, "to"> & { currency: string; left?: Leave[] | undefined };

export interface TripCurrency {
  currency: string;
  formerCurrencies: readonly FormerCurrency[];
}

/** By member id, in minor units: above 0 is owed by the others, below 0 owes them. Sums to 0. */
export type Balances = Map<string, number>;

/** One set of balances for each currency that was used, nothing converted. */
export function balancesByCurrency({ expenses, settlements }: Ledger): Map<string, Balances> {
  const all = new Map<string, Balances>();
  for (const expense of expenses) {
    const { amount, currency } = expense.money;
    noteShared(sharedOut(expense, amount), addingTo(balancesOf(all, currency)));
  }
  for (const row of settlements) noteSettlement(row, row.amount, addingTo(balancesOf(all, row.currency)));
  return all;
}

function balancesOf(all: Map<string, Balances>, currency: string): Balances {
  const known = all.get(currency);
  if (known) return known;
  const made: Balances = new Map();
  all.set(currency, made);
  return made;
}

/** Is told, any number of times, what a member has to get (above 0) or to give. */
type Note = (memberId: string, amount: number) => void;

function addingTo(balances: Balances): Note {
  return (memberId, amount) => balances.set(memberId, (balances.get(memberId) ?? 0) + amount);
}

/** What an expense comes to in one currency, who paid it, and who bears it. */
export interface SharedOut {
  amount: number;
  paid: readonly Portion[];
  borne: readonly Portion[];
}

/** @param amount what it comes to, in whichever currency */
export function sharedOut({ id, money }: LedgerExpense, amount: number): SharedOut {
  return { amount, paid: paidBy(id, money, amount), borne: borneBy(id, money, amount) };
}

/** The same in the trip's currency. */
export function sharedOutIn(trip: TripCurrency, expense: LedgerExpense): SharedOut {
  const { amount, currency } = expense.money;
  return sharedOut(expense, inCurrencyOf(trip, { amount, currency, rate: expense.rate }));
}

/** The same by member id. */
export function inTripCurrency(
  trip: TripCurrency,
  expense: LedgerExpense,
): { amount: number; paid: Balances; borne: Balances } {
  const { amount, paid, borne } = sharedOutIn(trip, expense);
  return { amount, paid: byMember(paid), borne: byMember(borne) };
}

function byMember(all: readonly Portion[]): Balances {
  return new Map(all.map(({ key, units }) => [key, units]));
}

export function noteShared({ paid, borne }: SharedOut, note: Note): void {
  for (const { key, units } of paid) note(key, units);
  for (const { key, units } of borne) note(key, -units);
}

/** @param amount what it comes to, in whichever currency */
export function noteSettlement({ from, to }: LedgerSettlement, amount: number, note: Note): void {
  note(from, amount);
  note(to, -amount);
}

/**
 * All of it in the trip's currency, by the rates that are stored. What an expense comes to is converted as a whole and
 * then shared out again, so that no unit is lost or made between those who paid and those who bear it; and what each is
 * owed when the trip's currency changes is converted as a whole, so that whoever was even stays so.
 */
export function balancesIn(trip: TripCurrency, { expenses, settlements }: Ledger): Balances {
  const sums = new StagedSums(trip, convertBalances);
  for (const expense of expenses) noteShared(sharedOutAsRecorded(expense), sums.noteOf(recordOf(expense)));
  for (const row of settlements) noteSettlement(row, amountAsRecorded(row), sums.noteOf(row));
  return sums.read();
}

export function recordOf({ money: { currency }, rate, createdAt }: LedgerExpense): Recorded {
  return { currency, rate, createdAt };
}

/** An expense in the currency that the trip had when it was recorded. */
export function sharedOutAsRecorded(expense: LedgerExpense): SharedOut {
  const { amount, currency } = expense.money;
  return sharedOut(expense, amountAsRecorded({ amount, currency, rate: expense.rate }));
}

/** Minor units of the currency that the trip had when it was recorded, ending at MAX_AMOUNT as in {@link inCurrencyOf}. */
export function amountAsRecorded(money: RatedMoney): number {
  return inCurrencyOf({ currency: reachedBy(money), formerCurrencies: [] }, money);
}

/** Minor units of a currency; `rate` as in {@link LedgerExpense}. */
export interface RatedMoney {
  amount: number;
  currency: string;
  rate: Rate | null;
}

/**
 * Minor units of the trip's currency. What is converted ends at MAX_AMOUNT either way, so that sums stay exact. Only a
 * private row comes to that bound, by an absurd rate: no change of the trip's currency is judged by what others hide.
 * @throws RangeError where no rate leads to the trip's currency, which no write leaves behind
 */
export function inCurrencyOf(trip: TripCurrency, money: RatedMoney): number {
  if (money.currency === trip.currency) return money.amount;
  return Math.max(-MAX_AMOUNT, Math.min(MAX_AMOUNT, unboundedIn(trip, money)));
}

/**
 * Whether it comes to no more than one sum may have, by its own rate and in whichever stay of the trip in that currency
 * it was recorded. @throws RangeError as {@link inCurrencyOf}
 */
export function isCountableIn(trip: TripCurrency, money: RatedMoney): boolean {
  if (Math.abs(unboundedIn(trip, money)) > MAX_AMOUNT) return false;
  const stays = staysOf(trip);
  const reached = reachedBy(money);
  const first = money.rate ? [money.rate.value] : [];
  return stays.every(({ currency }, index) => {
    if (currency !== reached) return true;
    const rates = [...first, ...ratesOnward(stays, index)];
    return Math.abs(convert(money.amount, money.currency, trip.currency, rates)) <= MAX_AMOUNT;
  });
}

function unboundedIn({ currency, formerCurrencies }: TripCurrency, money: RatedMoney): number {
  if (money.currency === currency) return money.amount;
  const reached = reachedBy(money);
  const first = money.rate ? [money.rate.value] : [];
  if (reached === currency) return convert(money.amount, money.currency, currency, first);
  const former = formerCurrencies.find((each) => each.currency === reached);
  if (!former) throw new RangeError(`No rate leads from ${reached} to ${currency}.`);
  return convert(money.amount, money.currency, currency, [...first, former.value]);
}
