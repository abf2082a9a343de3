import {
  balancesIn,
  convertToTripCurrency,
  divideInTripCurrency,
  forEachSettlementAmount,
  forEachExpenseAmount,
  divideExpenseIn,
} from "#lib/shared/balances.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { KeyedSums } from "#lib/shared/keyed-sums.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { decimalText } from "#lib/shared/money.ts";
import { privateBalances } from "#lib/shared/private-transfers.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Locale } from "../auth/locale.ts";
import { type Cell, csvDocument } from "./csv.ts";
import { MONEY_LABELS, type MoneyWords } from "./money-labels.ts";

interface Ledger {
  trip: TripDto;
  /** All expenses that the reader can see, not only those in the trip's snapshot. */
  expenses: readonly ExpenseDto[];
  locale: Locale;
}

/**
 * Returns a row for each expense and settlement, oldest first. A member's column has the share in the trip's currency,
 * and for a settlement the received amount, so that what a member paid minus the column's sum is the balance. When the
 * trip's currency was changed, balances were converted as a whole; the difference from converting each row is a row at
 * the end.
 */
export function expensesTable({ trip, expenses, locale }: Ledger): string {
  const words = MONEY_LABELS[locale];
  const people = peopleIn(trip, expenses);
  const table: Table = {
    trip,
    words,
    people,
    nameOf: new Map(trip.members.map(({ id, name }) => [id, name])),
  };
  const rows = [
    ...expenses.map((expense) => ({ ...expense, cells: expenseCells(table, expense) })),
    ...trip.settlements.map((row) => ({
      id: row.id,
      spentOn: row.paidOn,
      cells: settlementCells(table, row),
    })),
  ];
  const oldestFirst = rows.toSorted((a, b) => compareExpenses(b, a));
  return csvDocument([
    headCells(table),
    ...oldestFirst.map(({ cells }) => cells),
    ...changeRows(table, { expenses, settlements: trip.settlements }),
  ]);
}

interface Table {
  trip: TripDto;
  words: MoneyWords;
  people: MemberDto[];
  nameOf: ReadonlyMap<string, string>;
}

/** Returns the trip's members, and former members with expenses or settlements. */
function peopleIn({ members, settlements }: TripDto, expenses: readonly ExpenseDto[]): MemberDto[] {
  const involved = new Set([
    ...expenses.flatMap(({ money }) => membersOf(money)),
    ...settlements.flatMap(({ from, to }) => [from, to]),
  ]);
  return members.filter(({ id, leftAt }) => leftAt === null || involved.has(id));
}

function headCells({ trip: { currency }, words, people }: Table): Cell[] {
  const { date, what, title, category, amount, currency: code, rate, payers, note } = words.columns;
  const shares = people.map(({ name }) => words.shareOf(name, currency));
  const amounts = [amount, code, rate, words.amountIn(currency)];
  return [date, what, title, category, ...amounts, payers, ...shares, note, words.columns.private];
}

function expenseCells(table: Table, expense: ExpenseDto): Cell[] {
  const { trip, words, people, nameOf } = table;
  const { money, rate } = expense;
  const { amount, borne } = divideInTripCurrency(trip, expense);
  const [only, ...others] = money.payers.map((payer) => {
    const name = nameOf.get(payer.memberId) ?? "?";
    return money.payers.length === 1 ? name : `${name} ${decimalText(payer.amount, money.currency)}`;
  });
  return [
    expense.spentOn,
    words.rows.expense,
    expense.title,
    words.categories[expense.category],
    ...amountCells(trip, money, rate, amount),
    [only, ...others].join(words.listed),
    ...people.map(({ id }) => share(borne.get(id), trip.currency)),
    expense.notes,
    expense.private ? words.private : null,
  ];
}

function settlementCells({ trip, words, people, nameOf }: Table, settlement: SettlementDto): Cell[] {
  const amount = convertToTripCurrency(trip, settlement);
  return [
    settlement.paidOn,
    words.rows.settlement,
    null,
    null,
    ...amountCells(trip, settlement, settlement.rate, amount),
    nameOf.get(settlement.from) ?? "?",
    ...people.map(({ id }) => share(id === settlement.to ? amount : undefined, trip.currency)),
    settlement.note,
    settlement.private ? words.private : null,
  ];
}

type Rows = { expenses: readonly ExpenseDto[]; settlements: readonly SettlementDto[] };

function changeRows(table: Table, { expenses, settlements }: Rows): Cell[][] {
  return [false, true].flatMap((isPrivate) => {
    const rows = {
      expenses: expenses.filter((row) => row.private === isPrivate),
      settlements: settlements.filter((row) => row.private === isPrivate),
    };
    const made = changeCells(table, rows, isPrivate);
    return made ? [made] : [];
  });
}

/** Returns the row for changes of the trip's currency; null: the rows already add up to the balances. */
function changeCells({ trip, words, people }: Table, rows: Rows, isPrivate: boolean): Cell[] | null {
  const balances = isPrivate ? privateBalances(trip, rows) : balancesIn(trip, rows);
  const inRows = rowByRow(trip, rows);
  const differences = people.map(({ id }) => (inRows.get(id) ?? 0) - (balances.get(id) ?? 0));
  if (differences.every((amount) => amount === 0)) return null;
  const what = [null, words.rows.currencyChange, null, null, null, trip.currency, null, null, null];
  const cells = differences.map((amount) => (amount === 0 ? null : share(amount, trip.currency)));
  return [...what, ...cells, null, isPrivate ? words.private : null];
}

/** Returns each member's balance when every row is converted by itself. */
function rowByRow(trip: TripDto, { expenses, settlements }: Rows): Map<string, number> {
  const sums = new KeyedSums<string>();
  const note = (id: string, amount: number) => sums.add(id, amount);
  for (const expense of expenses) forEachExpenseAmount(divideExpenseIn(trip, expense), note);
  for (const row of settlements) forEachSettlementAmount(row, convertToTripCurrency(trip, row), note);
  return sums.sums();
}

function amountCells(
  trip: TripDto,
  { amount, currency }: { amount: number; currency: string },
  rate: Rate | null,
  inTrip: number,
): Cell[] {
  const isForeign = currency !== trip.currency;
  return [
    { decimal: decimalText(amount, currency) },
    currency,
    // A rate to a former currency of the trip is left out, because the amount was converted once more from there.
    isForeign && rate?.to === trip.currency ? { decimal: rate.value } : null,
    { decimal: decimalText(inTrip, trip.currency) },
  ];
}

function share(amount: number | undefined, currency: string): Cell {
  return amount === undefined ? null : { decimal: decimalText(amount, currency) };
}
