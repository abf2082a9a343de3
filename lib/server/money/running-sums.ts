import type { CountedExpense } from "#db/queries/ledger.ts";
import {
  amountAsRecorded,
  type Balances,
  type LedgerSettlement,
  forEachSettlementAmount,
  forEachExpenseAmount,
  recordedMoneyOf,
  type DividedExpense,
  divideExpense,
  divideExpenseIn,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { SpentSums } from "#lib/shared/budget-sums.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { convertBalances } from "#lib/shared/convert-balances.ts";
import { KeyedSums } from "#lib/shared/keyed-sums.ts";
import { CurrencyPeriodSums } from "#lib/shared/currency-period-sums.ts";

export interface Sums {
  /** The balances in the trip's currency. */
  balances: Balances;
  byCurrency: ReadonlyMap<string, Balances>;
  spent: BudgetReport["spent"];
  /** The ids of the stops and reservations that an expense is linked to. */
  paidFor: ReadonlySet<string>;
}

/**
 * The sums of a trip's entries, updated with each entry that is added or removed. All numbers are integers, so the
 * order of the updates does not matter.
 */
export class RunningSums {
  readonly #trip: TripCurrency;
  readonly #balances: CurrencyPeriodSums;
  readonly #byCurrency = new Map<string, KeyedSums<string>>();
  readonly #spent: SpentSums;
  readonly #paidFor = new KeyedSums<string>();

  constructor(trip: TripCurrency) {
    this.#trip = trip;
    this.#balances = new CurrencyPeriodSums(trip, convertBalances);
    this.#spent = new SpentSums(trip);
  }

  /** @param sign 1 adds the expense; -1 removes an expense that was added with the same values */
  expense(expense: CountedExpense, sign: 1 | -1): void {
    const { money, stopId, reservationId } = expense;
    const shared = divideExpenseIn(this.#trip, expense);
    const own = shared.amount === money.amount ? shared : divideExpense(expense, money.amount);
    const recorded = this.#recorded(expense, shared, own);
    forEachExpenseAmount(recorded, this.#balances.noteOf(recordedMoneyOf(expense), sign));
    this.#inOwn(money.currency, (sums) => forEachExpenseAmount(own, noteIn(sums, sign)));
    this.#spent.add(expense, sign, shared);
    for (const id of [stopId, reservationId]) if (id !== null) this.#paidFor.add(id, 0, sign);
  }

  settlement(row: LedgerSettlement, sign: 1 | -1): void {
    forEachSettlementAmount(row, amountAsRecorded(row), this.#balances.noteOf(row, sign));
    this.#inOwn(row.currency, (sums) => forEachSettlementAmount(row, row.amount, noteIn(sums, sign)));
  }

  /**
   * Returns the shares of the recorded amount. Splitting is most of the work, so a split of the same amount is reused.
   */
  #recorded(expense: CountedExpense, inTrip: DividedExpense, own: DividedExpense): DividedExpense {
    const { amount, currency } = expense.money;
    const recorded = amountAsRecorded({ amount, currency, rate: expense.rate });
    return [inTrip, own].find((each) => each.amount === recorded) ?? divideExpense(expense, recorded);
  }

  read(): Sums {
    return {
      balances: this.#balances.read(),
      byCurrency: new Map([...this.#byCurrency].map(([currency, sums]) => [currency, sums.sums()])),
      spent: this.#spent.report(),
      paidFor: new Set(this.#paidFor.sums().keys()),
    };
  }

  #inOwn(currency: string, note: (sums: KeyedSums<string>) => void): void {
    const sums = this.#byCurrency.get(currency) ?? new KeyedSums<string>();
    note(sums);
    if (sums.isEmpty) this.#byCurrency.delete(currency);
    else this.#byCurrency.set(currency, sums);
  }
}

function noteIn(sums: KeyedSums<string>, sign: 1 | -1): (memberId: string, amount: number) => void {
  return (memberId, amount) => sums.add(memberId, amount, sign);
}
