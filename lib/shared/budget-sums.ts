import { type Portion, portions } from "./allocate.ts";
import { type LedgerExpense, type DividedExpense, divideExpenseIn, type TripCurrency } from "./balances.ts";
import type { BudgetDto, BudgetReport } from "./budget.ts";
import { addDays } from "./dates.ts";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "./expense-categories.ts";
import { MAX_AMOUNT, type MoneyValue } from "./money.ts";
import type { PlannedCost } from "./planned-costs.ts";
import { convert, type Rate } from "./rates.ts";
import { KeyedSums } from "./keyed-sums.ts";
import { roundingSeedOf } from "./rounding.ts";

type Sums<Key> = Map<Key, number>;

export interface SpentExpense extends LedgerExpense {
  category: ExpenseCategory;
  spentOn: string;
  /** How many nights from `spentOn` on the expense is for; null: it is not for nights. */
  nights: number | null;
}

/** The money spent, in minor units of the trip's currency: in total, by category, by day and by member. */
export function spentSums(trip: TripCurrency, expenses: readonly SpentExpense[]): BudgetReport["spent"] {
  const sums = new SpentSums(trip);
  for (const expense of expenses) sums.add(expense);
  return sums.report();
}

/** Computes the money spent, as {@link spentSums} does, and updates the sums when expenses are added or removed. */
export class SpentSums {
  readonly #trip: TripCurrency;
  readonly #categories = new KeyedSums<ExpenseCategory>();
  readonly #days = new KeyedSums<string>();
  readonly #paid = new KeyedSums<string>();
  readonly #borne = new KeyedSums<string>();
  #total = 0;

  constructor(trip: TripCurrency) {
    this.#trip = trip;
  }

  /**
   * Adds or removes an expense.
   * @param sign -1: the expense is removed; it must have been added with the same values
   * @param shared the same expense in the trip's currency
   */
  add(
    expense: SpentExpense,
    sign: 1 | -1 = 1,
    shared: DividedExpense = divideExpenseIn(this.#trip, expense),
  ): void {
    const { amount, paid, borne } = shared;
    this.#total += sign * amount;
    this.#categories.add(expense.category, amount, sign);
    for (const { key, units } of byNight(expense, amount)) this.#days.add(key, units, sign);
    for (const { key, units } of paid) this.#paid.add(key, units, sign);
    for (const { key, units } of borne) this.#borne.add(key, units, sign);
  }

  report(): BudgetReport["spent"] {
    const [paid, borne] = [this.#paid.sums(), this.#borne.sums()];
    const memberIds = [...new Set([...paid.keys(), ...borne.keys()])].toSorted();
    return {
      total: this.#total,
      categories: sumsByCategory(this.#categories.sums()),
      days: sorted(this.#days.sums()).map(([date, amount]) => ({ date, amount })),
      members: memberIds.map((memberId) => {
        return { memberId, paid: paid.get(memberId) ?? 0, borne: borne.get(memberId) ?? 0 };
      }),
    };
  }
}

/**
 * Divides an expense's amount equally among its nights; the expense's id decides which nights get the remaining units.
 */
function byNight({ id, money, spentOn, nights }: SpentExpense, amount: number): readonly Portion[] {
  if (nights === null) return [{ key: spentOn, units: amount }];
  const dates = Array.from({ length: nights }, (_, night) => ({ key: addDays(spentOn, night), weight: 1 }));
  return portions(amount, dates, roundingSeedOf(id, money));
}

/**
 * The planned costs in minor units of the trip's currency.
 * @param rates what one unit of other currencies is worth in it; costs in currencies without a rate are in no sum, nor
 * are costs above MAX_AMOUNT
 */
export function plannedSums(
  currency: string,
  costs: readonly PlannedCost[],
  rates: ReadonlyMap<string, Rate>,
): BudgetReport["planned"] {
  const categories: Sums<ExpenseCategory> = new Map();
  const unknown: Sums<string> = new Map();
  let [total, open] = [0, 0];
  for (const { category, cost, isOpen } of costs) {
    const amount = convertToCurrency(currency, cost, rates.get(cost.currency) ?? null);
    if (amount === null) {
      add(unknown, cost.currency, cost.amount);
      continue;
    }
    total += amount;
    if (isOpen) open += amount;
    add(categories, category, amount);
  }
  return {
    total,
    open,
    categories: sumsByCategory(categories),
    rates: sorted(rates).map(([from, rate]) => ({ currency: from, rate })),
    unknown: sorted(unknown).map(([from, amount]) => ({ currency: from, amount })),
  };
}

/** The rate by which a trip left a currency; null: it is the trip's current currency, or the trip never had it. */
export function formerRate({ currency: to, formerCurrencies }: TripCurrency, currency: string): Rate | null {
  const former = currency === to ? undefined : formerCurrencies.find((each) => each.currency === currency);
  if (!former) return null;
  const { value, source, date } = former;
  return { to, value, source, date };
}

/**
 * The budget in the trip's currency. It has no amounts if no rate leads to that currency or the converted amounts are
 * too large.
 */
export function convertBudget(
  to: string,
  { currency, total, limits }: BudgetDto,
  rate: Rate | null,
): NonNullable<BudgetReport["budget"]> {
  const inTrips = (amount: number) => convertToCurrency(to, { amount, currency }, rate);
  const totals = total === null ? [] : [inTrips(total)];
  const amounts = EXPENSE_CATEGORIES.flatMap((category) => {
    const limit = limits[category];
    return limit === undefined ? [] : [[category, inTrips(limit)] as const];
  });
  const known = amounts.flatMap(([category, amount]) =>
    amount === null ? [] : [[category, amount] as const],
  );
  if (totals.includes(null) || known.length < amounts.length) return { total: null, limits: [], rate: null };
  return { total: totals[0] ?? null, limits: sumsByCategory(new Map(known)), rate };
}

/**
 * Converts an amount to minor units of a currency; null where no rate leads to it, or the result exceeds MAX_AMOUNT.
 */
export function convertToCurrency(
  to: string,
  { amount, currency }: MoneyValue,
  rate: Rate | null,
): number | null {
  if (currency === to) return amount;
  const converted = rate && convert(amount, currency, to, [rate.value]);
  return converted !== null && converted <= MAX_AMOUNT ? converted : null;
}

/** Sums by category, in the order in which the screens show the categories. */
export function sumsByCategory(
  sums: ReadonlyMap<ExpenseCategory, number>,
): { category: ExpenseCategory; amount: number }[] {
  return EXPENSE_CATEGORIES.flatMap((category) => {
    const amount = sums.get(category);
    return amount === undefined ? [] : [{ category, amount }];
  });
}

function add<Key>(sums: Sums<Key>, key: Key, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function sorted<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
