import {
  type Balances,
  balancesByCurrency,
  balancesIn,
  convertToTripCurrency,
  type Ledger,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { convert, type Rate, rateBetween } from "#lib/shared/rates.ts";
import { privateTransfers } from "#lib/shared/private-transfers.ts";
import { currencyPeriodsOf } from "#lib/shared/currency-periods.ts";
import { ledgersByCurrency } from "../money/settle-up.ts";

export interface Payment {
  from: string;
  to: string;
  /** The amount in minor units of `currency`, which is not the trip's currency. */
  amount: number;
  currency: string;
}

/**
 * What a member owes, or is owed, in one currency, and what that is worth in the trip's currency. A negative amount
 * means the opposite direction.
 */
interface Debt {
  amount: number;
  worth: number;
}

/**
 * Returns which part of a payment reduces the payer's debt and the payee's claim in its currency, and what that part is
 * worth in the trip's currency: the whole worth if the debt is paid completely, otherwise in proportion.
 * @param debts the payer's first, which counts where a payment is equally near to both
 * @returns null when the payment pays no debt in its currency
 */
export function findClearedDebt(debts: readonly Debt[], amount: number): Debt | null {
  const open = debts.filter((debt) => debt.amount > 0 && debt.worth > 0);
  const [less, more] = open.toSorted((a, b) => a.amount - b.amount);
  const [first] = open;
  if (!less || !first) return null;
  if (amount < less.amount) return between({ amount: 0, worth: 0 }, first, amount);
  if (!more || amount === less.amount) return less;
  return amount < more.amount ? between(less, more, amount) : more;
}

/**
 * Returns the debt of this amount on the line between a smaller and a larger debt: its worth is interpolated and rounded
 * once; null when the worth is not positive.
 */
function between(less: Debt, more: Debt, amount: number): Debt | null {
  const [toLess, toMore] = [BigInt(amount - less.amount), BigInt(more.amount - amount)];
  const all = toLess + toMore;
  const sum = BigInt(less.worth) * toMore + BigInt(more.worth) * toLess;
  const worth = Number((sum * 2n + all) / (all * 2n));
  return worth > 0 ? { amount, worth } : null;
}

interface Found {
  /** The trip's currency. */
  to: string;
  date: string;
  /** The rate of the payment's day; null: none is known. */
  found: Rate | null;
}

/**
 * Returns the rate with which the part of a payment that pays a debt is worth what the debt is worth. The rest of the
 * payment counts by the rate of its day.
 * @returns null when no rate does that
 */
export function rateThatClears(
  { amount, currency }: Payment,
  cleared: Debt,
  { to, date, found }: Found,
): Rate | null {
  const more = amount - cleared.amount;
  if (more > 0 && !found) return null;
  const worth = cleared.worth + (found ? convert(more, currency, to, [found.value]) : 0);
  if (found && convert(amount, currency, to, [found.value]) === worth) return found;
  const value = rateBetween({ amount, currency }, { amount: worth, currency: to });
  return value === null ? null : { to, value, source: "debt", date };
}

/** The debts of each member to the group in each currency, and their worth in the trip's currency. */
export class GroupDebts {
  readonly #trip: TripCurrency;
  readonly #ledger: Ledger;
  readonly #byCurrency: Map<string, Balances>;
  /** Balances in the trip's currency: of all entries, and of all entries except those in one currency. */
  readonly #all: Balances;
  readonly #withoutOne = new Map<string, Balances>();
  /** The payments that were added to the ledger's, with their worth in the trip's currency. */
  readonly #added: Array<Payment & { worth: number }> = [];

  constructor(trip: TripCurrency, ledger: Ledger) {
    this.#trip = trip;
    this.#ledger = ledger;
    this.#byCurrency = balancesByCurrency(ledger);
    this.#all = balancesIn(trip, ledger);
  }

  /** Returns what the payer owes the group in the payment's currency, and what the group owes the payee. */
  of({ from, to, currency }: Payment): Debt[] {
    return [this.#debtOf(from, currency, -1), this.#debtOf(to, currency, 1)];
  }

  /** Adds a payment that was just recorded, and so has the trip's current currency. */
  add({ from, to, amount, currency }: Payment, rate: Rate | null): void {
    const worth = convertToTripCurrency(this.#trip, { amount, currency, rate });
    this.#added.push({ from, to, amount, currency, worth });
    const own = this.#byCurrency.get(currency) ?? new Map<string, number>();
    this.#byCurrency.set(currency, own);
    move(own, { from, to, amount });
    move(this.#all, { from, to, amount: worth });
    for (const [left, balances] of this.#withoutOne)
      if (left !== currency) move(balances, { from, to, amount: worth });
  }

  #debtOf(memberId: string, currency: string, sign: 1 | -1): Debt {
    const others = this.#without(currency).get(memberId) ?? 0;
    const rest = this.#isRounding(memberId, currency, others) ? 0 : others;
    return {
      amount: sign * (this.#byCurrency.get(currency)?.get(memberId) ?? 0),
      worth: sign * ((this.#all.get(memberId) ?? 0) - rest),
    };
  }

  /**
   * Whether an amount in the trip's currency is only what rounding has left at changes of that currency: it is small,
   * and the member's balance is zero in every other currency.
   */
  #isRounding(memberId: string, currency: string, amount: number): boolean {
    const most = UNITS_OF_A_CHANGE * currencyPeriodsOf(this.#trip).length;
    return Math.abs(amount) <= most && this.#isEvenBut(memberId, currency);
  }

  #isEvenBut(memberId: string, currency: string): boolean {
    return [...this.#byCurrency].every(([other, balances]) => other === currency || !balances.get(memberId));
  }

  #without(currency: string): Balances {
    const known = this.#withoutOne.get(currency);
    if (known) return known;
    const balances = balancesIn(this.#trip, apart(this.#ledger, currency).without);
    for (const row of this.#added)
      if (row.currency !== currency) move(balances, { ...row, amount: row.worth });
    this.#withoutOne.set(currency, balances);
    return balances;
  }
}

/**
 * The largest rounding difference after one change of the trip's currency, in minor units: the total and both of its
 * parts are rounded, each by less than one unit.
 */
const UNITS_OF_A_CHANGE = 2;

function move(balances: Balances, { from, to, amount }: Omit<Payment, "currency">): void {
  balances.set(from, (balances.get(from) ?? 0) + amount);
  balances.set(to, (balances.get(to) ?? 0) - amount);
}

/** Returns what the payer owes the payee by their private expenses and settlements. */
export function privateDebts(trip: TripCurrency, ledger: Ledger, payment: Payment): Debt[] {
  const { own, without } = apart(ledger, payment.currency);
  const owed = (in_: TripCurrency, rows: Ledger) =>
    debtBetween(payment, privateTransfers(payment.from, in_, rows));
  return [{ amount: owed(own.trip, own.ledger), worth: owed(trip, ledger) - owed(trip, without) }];
}

function debtBetween(
  { from, to }: Payment,
  transfers: readonly { from: string; to: string; amount: number }[],
): number {
  const open = transfers.find((each) => [each.from, each.to].every((id) => id === from || id === to));
  if (!open) return 0;
  return open.from === from ? open.amount : -open.amount;
}

/** Splits a ledger in two: the entries of one currency, as if the trip had no other, and all other entries. */
function apart(
  ledger: Ledger,
  currency: string,
): { own: { trip: TripCurrency; ledger: Ledger }; without: Ledger } {
  const own = ledgersByCurrency(ledger).get(currency) ?? { expenses: [], settlements: [] };
  return {
    own: { trip: { currency, formerCurrencies: [] }, ledger: own },
    without: {
      expenses: ledger.expenses.filter(({ money }) => money.currency !== currency),
      settlements: ledger.settlements.filter((row) => row.currency !== currency),
    },
  };
}
