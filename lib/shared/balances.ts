import { type Portion, portions } from "./allocate.ts";
import { type ExpenseMoney, sharesOf, weightsOf } from "./expense-shares.ts";
import { MAX_AMOUNT } from "./money.ts";
import { convert, type Rate } from "./rates.ts";

/** What of an expense counts for who owes whom. */
export interface LedgerExpense {
  id: string;
  money: ExpenseMoney;
  /** null: it was in the trip's own currency. */
  rate: Rate | null;
}

/** Money that one member gave another; minor units above 0. */
export interface LedgerSettlement {
  id: string;
  from: string;
  to: string;
  amount: number;
  currency: string;
  rate: Rate | null;
}

export interface Ledger {
  expenses: readonly LedgerExpense[];
  settlements: readonly LedgerSettlement[];
}

/** A currency that was the trip's before, and what one unit of it is worth in the one of now. */
export type FormerCurrency = Omit<Rate, "to"> & { currency: string };

export interface TripCurrency {
  currency: string;
  formerCurrencies: readonly FormerCurrency[];
}

/** By member id, in minor units: above 0 is owed by the others, below 0 owes them. Sums to 0. */
export type Balances = Map<string, number>;

/** One set of balances for each currency that was used, nothing converted. */
export function balancesByCurrency({ expenses, settlements }: Ledger): Map<string, Balances> {
  const all = new Map<string, Balances>();
  for (const expense of expenses) noteExpense(expense, addingTo(balancesOf(all, expense.money.currency)));
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

/** In the expense's own currency. */
export function noteExpense({ id, money }: LedgerExpense, note: Note): void {
  for (const { memberId, amount } of money.payers) note(memberId, amount);
  for (const { key, units } of portions(money.amount, weightsOf(id, money), id)) note(key, -units);
}

/** @param amount what it comes to, in whichever currency */
export function noteSettlement({ from, to }: LedgerSettlement, amount: number, note: Note): void {
  note(from, amount);
  note(to, -amount);
}

/**
 * All of it in the trip's currency, by the rates that are stored. What an expense comes to is converted as a whole and
 * then shared out again, so that no unit is lost or made between those who paid and those who bear it.
 */
export function balancesIn(trip: TripCurrency, { expenses, settlements }: Ledger): Balances {
  const balances: Balances = new Map();
  const note = addingTo(balances);
  for (const expense of expenses) {
    const { amount: own, currency } = expense.money;
    noteExpenseAs(inCurrencyOf(trip, { amount: own, currency, rate: expense.rate }), expense, note);
  }
  for (const row of settlements) noteSettlement(row, inCurrencyOf(trip, row), note);
  return balances;
}

/** @param amount what it comes to in another currency */
export function noteExpenseAs(amount: number, { id, money }: LedgerExpense, note: Note): void {
  for (const { key, units } of paidPortions(id, money, amount)) note(key, units);
  for (const { key, units } of portions(amount, weightsOf(id, money), id)) note(key, -units);
}

/** What an expense comes to in the trip's currency, who paid it, and who bears it. */
export function inTripCurrency(
  trip: TripCurrency,
  { id, money, rate }: LedgerExpense,
): { amount: number; paid: Balances; borne: Balances } {
  const amount = inCurrencyOf(trip, { amount: money.amount, currency: money.currency, rate });
  const paid = new Map(paidPortions(id, money, amount).map(({ key, units }) => [key, units]));
  return { amount, paid, borne: sharesOf(id, money, amount) };
}

/** Of what an expense comes to in another currency, by what each paid in its own. */
function paidPortions(id: string, money: ExpenseMoney, amount: number): readonly Portion[] {
  const weights = money.payers.map((payer) => ({ key: payer.memberId, weight: Math.abs(payer.amount) }));
  return portions(amount, weights, `${id}:paid`);
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

/** Whether it comes to no more than one sum may have. @throws RangeError as {@link inCurrencyOf} */
export function isCountableIn(trip: TripCurrency, money: RatedMoney): boolean {
  return Math.abs(unboundedIn(trip, money)) <= MAX_AMOUNT;
}

function unboundedIn({ currency, formerCurrencies }: TripCurrency, money: RatedMoney): number {
  if (money.currency === currency) return money.amount;
  const reached = money.rate?.to ?? money.currency;
  const first = money.rate ? [money.rate.value] : [];
  if (reached === currency) return convert(money.amount, money.currency, currency, first);
  const former = formerCurrencies.find((each) => each.currency === reached);
  if (!former) throw new RangeError(`No rate leads from ${reached} to ${currency}.`);
  return convert(money.amount, money.currency, currency, [...first, former.value]);
}
