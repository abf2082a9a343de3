import type { ExpenseNotice } from "#lib/shared/expense-imports.ts";
import type { CsvRecord } from "../csv.ts";
import { categoryOf, isPayment } from "./categories.ts";
import { cellOf, type Columns, findColumns } from "./columns.ts";
import { signedCost } from "./directions.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  People,
  plainLine,
} from "./found-expenses.ts";
import { RowBuilder } from "./row-builder.ts";
import { divideByWeight, readWeight, FULL_WEIGHT } from "./weights.ts";

/* Reads bills of Cospend, of its app MoneyBuster and of I Hate Money, which share their columns: one payer, and a
   list of the people among whom the cost is divided by their weights. The weight of a person is in the rows which
   that person paid; Cospend also has a table of weights. */

const NAMES = {
  what: "what",
  amount: "amount",
  date: "date",
  timestamp: "timestamp",
  currency: "currency",
  kind: "bill_type",
  payer: "payer_name",
  weight: "payer_weight",
  owers: "owers",
  category: "categoryid",
  comment: "comment",
  deleted: "deleted",
};
type Column = keyof typeof NAMES;
const NEEDED = ["what", "amount", "payer", "owers"] as const;

/** The title of a row that only introduces a member; MoneyBuster writes one for each member. */
const NO_BILL = /^deleteMeIfYouWant$/i;

/**
 * Reads the bills of a table.
 * @param between separates the names of the people for whom a bill was paid
 * @returns null for another kind of table
 */
export function readBills(table: ExpenseTable, between = ","): FoundExpenses | null {
  const at = table.lines.findIndex(({ cells }) => findColumns(cells, NAMES, NEEDED) !== null);
  const columns = findColumns(table.lines[at]?.cells ?? [], NAMES, NEEDED);
  if (!columns) return null;
  const { bills, others } = sectionsOf(table.lines, at);
  const isCospend = columns.has("timestamp") || others.length > 0;
  const entries = bills.filter(({ cells }) => !isNoBill(cells, columns));
  const people = new People();
  const weights = weightsOf(others, bills, { columns, people });
  const mark = decimalMarkOf(
    entries.map(({ cells }) => amountIn(cells, columns)),
    table.delimiter,
  );
  const rows = new RowBuilder(table.tripCurrency, mark);
  const reading: Reading = { rows, columns, people, weights, categories: categoriesIn(others), between };
  const width = table.lines[at]?.cells.length ?? 0;
  const dated = {
    width,
    expected: table.expected,
    dateOf: (cells: readonly string[]) => dayOf(cells, columns),
  };
  const found = rows.readDatedLines(entries, dated, (line, date) => readRow(reading, line, date));
  const source = isCospend ? "cospend" : "ihatemoney";
  const file = rows.file({ source, people: people.names, lines: bills.length }, found);
  return { ...file, notices: [...file.notices, ...assumedWeights(reading)] };
}

/** Returns a notice with the people whose weight the file does not contain, when not all known weights are equal. */
function assumedWeights({ people, weights }: Reading): ExpenseNotice[] {
  const names = people.names.filter((_, person) => !weights.has(person));
  const isEven = [...weights.values()].every((weight) => weight === FULL_WEIGHT);
  return isEven || names.length === 0 ? [] : [{ code: "weightAssumed", names }];
}

/** Divides a file of Cospend into its tables, which stand one below the other, each with its own header. */
function sectionsOf(lines: readonly CsvRecord[], at: number) {
  const width = lines[at]?.cells.length ?? 0;
  const rest = lines.slice(at + 1);
  const next = rest.findIndex(({ cells }) => cells.length < width && isHeadOfOther(cells));
  const bills = next < 0 ? rest : rest.slice(0, next);
  return { bills, others: [...lines.slice(0, at), ...(next < 0 ? [] : rest.slice(next))] };
}

/** Whether a row is the header of the table of categories, payment modes or currencies. */
function isHeadOfOther([name = "", second]: readonly string[]): boolean {
  return /^(?:categoryname|paymentmodename|currencyname)$/.test(name) && second !== undefined;
}

interface Reading {
  rows: RowBuilder;
  columns: Columns<Column>;
  people: People;
  /** The weights of people by their index; a person without an entry has the weight 1. */
  weights: ReadonlyMap<number, bigint>;
  /** Separates the names of the people for whom a bill was paid. */
  between: string;
  /** The names of categories by their ids. */
  categories: ReadonlyMap<string, string>;
}

function isNoBill(cells: readonly string[], columns: Columns<Column>): boolean {
  return NO_BILL.test(cellOf(cells, columns, "what")) || cellOf(cells, columns, "deleted") === "1";
}

function weightsOf(
  others: readonly CsvRecord[],
  bills: readonly CsvRecord[],
  { columns, people }: Pick<Reading, "columns" | "people">,
): Map<number, bigint> {
  const weights = new Map<number, bigint>();
  const take = (name: string, text: string) => {
    const weight = readWeight(text);
    if (name !== "" && weight !== null) weights.set(people.placeOf(name), weight);
  };
  const members = others.findIndex(({ cells }) => cells.slice(0, 2).join() === "name,weight");
  for (const { cells } of members < 0 ? [] : others.slice(members + 1)) {
    if (cells.length !== others[members]?.cells.length || cells[0] === "categoryname") break;
    take(cells[0] ?? "", cells[1] ?? "");
  }
  for (const { cells } of bills) take(cellOf(cells, columns, "payer"), cellOf(cells, columns, "weight"));
  return weights;
}

function categoriesIn(others: readonly CsvRecord[]): Map<string, string> {
  const head = others.findIndex(({ cells }) => cells.slice(0, 2).join() === "categoryname,categoryid");
  const rows = head < 0 ? [] : others.slice(head + 1);
  return new Map(rows.map(({ cells }) => [cells[1] ?? "", cells[0] ?? ""]));
}

/** Returns the text of the amount. Versions of I Hate Money have swapped the columns of amount and currency. */
function amountIn(cells: readonly string[], columns: Columns<Column>): string {
  return isSwapped(cells, columns) ? cellOf(cells, columns, "currency") : cellOf(cells, columns, "amount");
}

function currencyIn(cells: readonly string[], columns: Columns<Column>): string {
  return isSwapped(cells, columns) ? cellOf(cells, columns, "amount") : cellOf(cells, columns, "currency");
}

function isSwapped(cells: readonly string[], columns: Columns<Column>): boolean {
  return (
    /^[A-Z]{3}$/.test(cellOf(cells, columns, "amount")) &&
    /^[-\d.,]+$/.test(cellOf(cells, columns, "currency"))
  );
}

function dayOf(cells: readonly string[], columns: Columns<Column>): string {
  const day = cellOf(cells, columns, "date");
  const seconds = cellOf(cells, columns, "timestamp");
  if (day !== "" || !/^\d{9,10}$/.test(seconds)) return day;
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}

function readRow(reading: Reading, { cells, line }: CsvRecord, date: string | null): FoundRow | null {
  const { rows, columns, people, categories } = reading;
  const cell = (name: Column) => cellOf(cells, columns, name);
  if (date === null) return rows.problems.add(line, "date", dayOf(cells, columns));
  const category = categories.get(cell("category")) ?? "";
  const notes = cell("comment") || null;
  const title = plainLine(cell("what"), 200) || plainLine(category, 200) || "I Hate Money";
  const head = {
    line,
    date,
    title,
    category: categoryOf(category),
    currency: currencyIn(cells, columns),
    notes,
  };
  const currency = rows.currencyOf(head);
  if (!currency) return null;
  const figure = rows.figure(amountIn(cells, columns), currency);
  const cost = figure && signedCost({ kind: cell("kind"), cost: figure });
  if (cost === null) return rows.problems.add(line, "amount", amountIn(cells, columns));
  if (cell("payer") === "") return rows.problems.add(line, "noPayer");
  const owers = owersIn(reading, cell("owers"));
  if (owers.length === 0) return rows.problems.add(line, "nobody");
  const shares =
    divideByWeight(cost, owers) ??
    divideByWeight(
      cost,
      owers.map(({ person }) => ({ person, weight: FULL_WEIGHT })),
    );
  const payers = [{ person: people.placeOf(cell("payer")), figure: cost }];
  const row = rows.fromParts(head, cost, { payers, shares: shares ?? [] });
  return row && { ...row, kind: isRepaid(row, cell("kind"), category) ? "settlement" : "expense" };
}

function owersIn({ people, weights, between }: Reading, text: string) {
  const names = text.split(between).filter((name) => name.trim() !== "");
  const places = new Set(names.map((name) => people.placeOf(name)));
  return [...places].map((person) => ({ person, weight: weights.get(person) ?? FULL_WEIGHT }));
}

function isRepaid(row: FoundRow, kind: string, category: string): boolean {
  return (
    isPaymentBetweenTwo(row) &&
    ([kind, category].some((word) => /^reimbursement$/i.test(word)) || isPayment(category))
  );
}
