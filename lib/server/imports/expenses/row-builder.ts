import type { ExpenseNotice } from "#lib/shared/expense-imports.ts";
import { currencyCodes, currencyExponent, currencySign, isCurrency } from "#lib/shared/money.ts";
import type { CsvRecord } from "../csv.ts";
import type { ExpectedDays } from "../expected-days.ts";
import { readDates } from "../written-dates.ts";
import { textAfterColumns } from "./columns.ts";
import { endedCurrency, type EndedCurrency, convertToSuccessor } from "./ended-currencies.ts";
import { type DecimalMark, type Figure, minorUnit, readFigure, toMinor } from "./figures.ts";
import { type FoundExpenses, type FoundRow, LineProblems, plainLine } from "./found-expenses.ts";
import { type PersonAmount, rebuildSplit } from "./rebuild-split.ts";
import { roundTogether } from "./round-together.ts";

/** The fields of a row without its amounts. `currency` is the text in the file. */
export interface RowHead extends Pick<FoundRow, "line" | "date" | "title" | "category"> {
  currency: string;
  notes?: string | null;
}

/** The amount of one person, who is given by index. */
export interface ExactPart {
  person: number;
  figure: Figure;
}

/** How to read rows that each have a date. */
interface DatedLines {
  /** The number of columns whose meaning is known. */
  width: number;
  expected: ExpectedDays;
  dateOf: (cells: readonly string[]) => string;
}

interface Currency {
  code: string;
  /** The successor in which amounts are counted when the currency no longer exists. */
  ended: EndedCurrency | null;
}

/** The texts that mean no currency. ISO 4217 reserves XXX for that. */
const NO_CURRENCY = new Set(["", "XXX"]);

/** Builds rows from a file, with amounts rounded so that each row and each person's sum over all rows are right. */
export class RowBuilder {
  readonly problems = new LineProblems();
  readonly #empty = new LineProblems();
  readonly #tripCurrency: string;
  readonly #mark: DecimalMark | null;
  readonly #carries = new Map<string, bigint[]>();
  readonly #converted = new Map<string, number>();
  #assumed = 0;
  /** The maximum number of decimals of people's amounts, by currency. */
  readonly #digits = new Map<string, number>();

  constructor(tripCurrency: string, mark: DecimalMark | null) {
    this.#tripCurrency = tripCurrency;
    this.#mark = mark;
  }

  /**
   * Finds the currency of a row.
   * @returns null after reporting the problem, for an unknown currency
   */
  currencyOf({ line, currency: text }: Pick<RowHead, "line" | "currency">): Currency | null {
    return this.findCurrency(text) ?? this.problems.add(line, "currency", text);
  }

  /**
   * Finds a currency by its code, or by a symbol that only one currency has; the trip's currency when the file names
   * none.
   */
  findCurrency(text: string): Currency | null {
    return findCurrency(text, this.#tripCurrency);
  }

  /**
   * Reads a number.
   * @returns null for a text that is no amount
   */
  figure(text: string, { code }: Currency): Figure | null {
    return readFigure(text, code, this.#mark);
  }

  /**
   * Records the decimals of amounts. It must be called with all amounts before the first row is built, because an
   * amount may have been rounded to the last decimal of the longest one.
   */
  learnDigits({ code }: Currency, figures: readonly Figure[]): void {
    const most = Math.max(this.#digits.get(code) ?? 0, ...figures.map(({ digits }) => digits));
    this.#digits.set(code, most);
  }

  /** Reads each line. A line with a number behind the known columns is reported, because its meaning is unknown. */
  readLines(
    lines: readonly CsvRecord[],
    columns: number,
    read: (line: CsvRecord, index: number) => FoundRow | null,
  ): (FoundRow | null)[] {
    return lines.map((line, index) => {
      const stray = textAfterColumns(line.cells, columns);
      return stray === null ? read(line, index) : this.problems.add(line.line, "stray", stray);
    });
  }

  /**
   * Reads each line with its date, which is null when it is invalid, or ambiguous even beside the other lines' dates.
   */
  readDatedLines(
    lines: readonly CsvRecord[],
    { width, expected, dateOf }: DatedLines,
    read: (line: CsvRecord, date: string | null) => FoundRow | null,
  ): (FoundRow | null)[] {
    const dates = readDates(
      lines.map(({ cells }) => dateOf(cells)),
      expected,
    );
    return this.readLines(lines, width, (line, index) => read(line, dates[index] ?? null));
  }

  /** Reports a row by which nobody owes anybody anything. */
  concernsNobody({ line, title }: Pick<RowHead, "line" | "title">): null {
    return this.#empty.add(line, "even", title);
  }

  /** Builds a row from payment minus share of each person; null when it is invalid, or nobody owes anything. */
  fromNets(head: RowHead, cost: Figure, nets: readonly Figure[]): FoundRow | null {
    const currency = this.currencyOf(head);
    if (!currency) return null;
    const inUnits = this.#convert(currency);
    const amount = toMinor(inUnits(cost), inUnits.code);
    if (amount === null) return this.problems.add(head.line, "tooMuch", inUnits.code);
    const rounded = this.#round(
      currency,
      0,
      nets.map((net, person) => ({ person, figure: net })),
      "net",
    );
    if (!rounded) return this.problems.add(head.line, "sum");
    const rebuilt = rebuildSplit(amount, netsByPlace(rounded, nets.length), `${head.date} ${head.title}`);
    if (typeof rebuilt === "string") return this.problems.add(head.line, rebuilt);
    return rebuilt ? this.#row(head, currency, rebuilt) : this.concernsNobody(head);
  }

  /** Builds a row that says who paid how much, and for whom; both sides must sum to the cost. */
  fromParts(
    head: RowHead,
    cost: Figure,
    sides: Record<"payers" | "shares", readonly ExactPart[]>,
  ): FoundRow | null {
    const currency = this.currencyOf(head);
    if (!currency) return null;
    const inUnits = this.#convert(currency);
    const amount = toMinor(inUnits(cost), inUnits.code);
    if (amount === null) return this.problems.add(head.line, "tooMuch", inUnits.code);
    if (amount === 0) return this.concernsNobody(head);
    const payers = this.#round(currency, amount, sides.payers, "payers");
    const shares = this.#round(currency, amount, sides.shares, "shares");
    if (!payers || !shares) return this.problems.add(head.line, "sum");
    if (!isOneWay(amount, [...payers, ...shares])) return this.problems.add(head.line, "direction");
    return this.#row(head, currency, { amount, payers: joined(payers), shares: joined(shares) });
  }

  /**
   * Returns the result for the whole file. `totals` is the number of checked lines with totals, which are no expenses.
   */
  file(
    {
      source,
      people,
      lines,
      totals = 0,
    }: Pick<FoundExpenses, "source" | "people"> & { lines: number; totals?: number },
    found: readonly (FoundRow | null)[],
  ): FoundExpenses {
    const rows = found.filter((row) => row !== null);
    const leftOut = this.problems.besides(rows);
    const empty = lines - totals - rows.length - leftOut.length;
    const emptyLines = this.#empty.inOrder();
    return { source, people, rows, empty, emptyLines, totals, leftOut, notices: this.#notices() };
  }

  /** Returns notices about an assumed currency and about amounts of former currencies that were converted. */
  #notices(): ExpenseNotice[] {
    const converted = [...this.#converted].map(([from, count]): ExpenseNotice => {
      const { successor: to, rate } = endedCurrency(from) ?? { successor: from, rate: "1" };
      return { code: "endedCurrency", from, to, rate, count };
    });
    if (this.#assumed === 0) return converted;
    return [...converted, { code: "currencyAssumed", currency: this.#tripCurrency, count: this.#assumed }];
  }

  #convert({ code, ended }: Currency) {
    const convert = ({ exact }: Figure) => (ended ? convertToSuccessor(exact, ended) : exact);
    return Object.assign(convert, { code: ended?.successor ?? code });
  }

  /**
   * Rounds the amounts to minor units that sum to `total`; null when the amounts differ from it by more than rounding.
   */
  #round(
    currency: Currency,
    total: number,
    parts: readonly ExactPart[],
    side: string,
  ): PersonAmount[] | null {
    const inUnits = this.#convert(currency);
    const unit = minorUnit(inUnits.code);
    const exact = parts.map(({ figure }) => inUnits(figure));
    const sum = exact.reduce((all, value) => all + value, 0n);
    const off = sum - BigInt(total) * unit;
    const count = exact.filter((value) => value !== 0n).length;
    if ((off < 0n ? -off : off) > this.#slack(currency, count, total === 0 ? 0n : unit)) return null;
    const carry = this.#carryOf(`${inUnits.code} ${side}`, parts);
    const units = roundTogether(total, exact, { unit, carry });
    for (const [at, { person }] of parts.entries())
      this.#keep(`${inUnits.code} ${side}`, person, carry[at] ?? 0n);
    return parts.map(({ person }, at) => ({ person, amount: units[at] ?? 0 }));
  }

  /** Returns the maximum error of `count` amounts together, when all and their sum were rounded to the last decimal. */
  #slack({ code, ended }: Currency, count: number, ofSum: bigint): bigint {
    const exponent = currencyExponent(code);
    const digits = Math.max(this.#digits.get(code) ?? 0, exponent);
    const last = 10n ** BigInt(Math.max(0, 12 - digits));
    // When the file has no more decimals than the currency, the errors are whole units.
    const each = BigInt(digits > exponent ? count : 2 * Math.floor(count / 2));
    const slack = (each * last) / 2n + (digits > exponent ? ofSum / 2n : 0n) + BigInt(count);
    return ended ? convertToSuccessor(slack, ended) + minorUnit(ended.successor) / 2n + BigInt(count) : slack;
  }

  #carryOf(key: string, parts: readonly ExactPart[]): bigint[] {
    const known = this.#carries.get(key) ?? [];
    return parts.map(({ person }) => known[person] ?? 0n);
  }

  #keep(key: string, person: number, lost: bigint): void {
    const known = this.#carries.get(key) ?? [];
    known[person] = lost;
    this.#carries.set(key, known);
  }

  #row(head: RowHead, currency: Currency, money: Pick<FoundRow, "amount" | "payers" | "shares">): FoundRow {
    const { line, date, title, category, notes = null } = head;
    if (currency.ended) this.#converted.set(currency.code, (this.#converted.get(currency.code) ?? 0) + 1);
    if (NO_CURRENCY.has(head.currency.trim())) this.#assumed += 1;
    const code = currency.ended?.successor ?? currency.code;
    return { line, kind: "expense", date, title, category, currency: code, notes, ...money };
  }
}

/** Returns the sum of the amounts. */
export function sumOfParts(parts: readonly ExactPart[]): Figure {
  return {
    exact: parts.reduce((sum, { figure }) => sum + figure.exact, 0n),
    digits: Math.max(...parts.map(({ figure }) => figure.digits)),
  };
}

/** Whether all parts have the sign of the total, as in every expense. */
function isOneWay(amount: number, parts: readonly PersonAmount[]): boolean {
  return parts.every((part) => part.amount * amount >= 0);
}

function findCurrency(text: string, tripCurrency: string): Currency | null {
  const word = plainLine(text, 20);
  const code = word.toUpperCase();
  if (NO_CURRENCY.has(code)) return { code: tripCurrency, ended: null };
  if (isCurrency(code)) return { code, ended: null };
  const ended = endedCurrency(code);
  if (ended) return { code, ended };
  const bySign = codeOfSign(word, tripCurrency);
  return bySign === null ? null : { code: bySign, ended: null };
}

/** Returns the code of a symbol: the trip's currency when it has the symbol, else the only currency that has it. */
function codeOfSign(sign: string, tripCurrency: string): string | null {
  const codes = currencyCodes().filter((code) => currencySign(code, "en", "narrowSymbol") === sign);
  if (codes.includes(tripCurrency)) return tripCurrency;
  return codes.length === 1 ? (codes[0] ?? null) : null;
}

function netsByPlace(parts: readonly PersonAmount[], count: number): number[] {
  return Array.from(
    { length: count },
    (_, place) => parts.find(({ person }) => person === place)?.amount ?? 0,
  );
}

/** Sums the parts of each person, leaves out people with 0, and sorts by the order of the file's people. */
function joined(parts: readonly PersonAmount[]): PersonAmount[] {
  const sums = new Map<number, number>();
  for (const { person, amount } of parts) sums.set(person, (sums.get(person) ?? 0) + amount);
  return [...sums]
    .map(([person, amount]) => ({ person, amount }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => a.person - b.person);
}
