import type { ExpenseImportPreview, ExpenseNotice, LeftOutReason } from "#lib/shared/expense-imports.ts";
import { NAME_LENGTH } from "#lib/shared/display-name.ts";
import { AppError } from "#lib/shared/errors.ts";
import { oneLine } from "../clean-text.ts";

/** `payers` and `shares` each sum to `amount`; of a settlement, one gives and one gets. */
export type FoundRow = Omit<ExpenseImportPreview["rows"][number], "isKnown">;

export interface FoundExpenses {
  source: ExpenseImportPreview["source"];
  /** Names, which rows point to by their places. */
  people: string[];
  rows: FoundRow[];
  /** Rows that concern nobody. */
  empty: number;
  /** Of these, the lines that are no leftovers of a program's own. */
  emptyLines: LeftOutLine[];
  /** Rows that say what the others come to. They are no expenses, and checked against them. */
  totals: number;
  /** Lines that are not understood, each with its reason. */
  leftOut: LeftOutLine[];
  notices: ExpenseNotice[];
}

export type LeftOutLine = ExpenseImportPreview["leftOut"][number];

const MOST_PROBLEMS = 20;

/** What is said of a line that is left out; `text` is the part of it that is not understood. */
const WORDS: Readonly<Record<LeftOutReason, (text: string) => string>> = {
  date: (text) => `“${text}” is no date that can be told for sure.`,
  currency: (text) => `“${text}” is no currency.`,
  amount: (text) => `“${text}” is no amount of money.`,
  shares: () => "what somebody paid or owes is no amount.",
  sum: () => "what people paid and owe does not add up to 0.",
  owesMore: () => "people owe more for it than it cost.",
  noPayer: () => "it does not say who paid.",
  payerInJson: () =>
    "Spliit's CSV does not say who paid where nobody has a share of their own payment. Its JSON says it: export the group as JSON, and send that.",
  nobody: () => "it does not say for whom it was.",
  stranger: (text) => `“${text}” is nobody of this file.`,
  direction: () => "it does not say for sure whether money was spent or came in.",
  even: (text) => `nobody owes anybody anything for “${text}”.`,
  stray: (text) => `“${text}” stands behind the last column, so nobody knows whose it is.`,
  noCost: () => "it has no cost, and is not what the lines above come to.",
  tooMuch: (text) => `this comes to too much in ${text}.`,
  noRate: (text) => `no rate for ${text} is known. Send one along.`,
};

/** What is wrong with single lines. They are left out and named; the others are taken. */
export class LineProblems {
  readonly #lines: LeftOutLine[] = [];

  get count(): number {
    return this.#lines.length;
  }

  add(line: number, reason: LeftOutReason, said = ""): null {
    const text = plainLine(said, 40);
    this.#lines.push({ line, reason, text: text || null, message: `Line ${line}: ${WORDS[reason](text)}` });
    return null;
  }

  /**
   * All of them in the file's order, beside the rows that were taken.
   * @throws AppError VALIDATION_FAILED with the first of them, where nothing is left of the file
   */
  besides(rows: readonly FoundRow[]): LeftOutLine[] {
    if (rows.length === 0) this.refuse();
    return this.inOrder();
  }

  inOrder(): LeftOutLine[] {
    return this.#lines.toSorted((a, b) => a.line - b.line);
  }

  /** @throws AppError VALIDATION_FAILED with the first of them, where there is one; `details.leftOut` has their reasons */
  refuse(): void {
    if (this.#lines.length === 0) return;
    const first = this.#lines.slice(0, MOST_PROBLEMS);
    throw new AppError("VALIDATION_FAILED", "This file can't be imported.", {
      issues: first.map(({ line, message }) => ({ path: `file.${line}`, message })),
      details: { leftOut: first },
    });
  }
}

/** One has paid all of it, and another one has got all of it. */
export function isBetweenTwo({ amount, payers, shares }: FoundRow): boolean {
  const isOneEach = payers.length === 1 && shares.length === 1;
  return amount > 0 && isOneEach && shares[0]?.person !== payers[0]?.person;
}

/** One line of plain text, as other programs' words become titles and notes here; empty where nothing of it can be seen. */
export function plainLine(text: string, max: number): string {
  return oneLine(text, max).text;
}

/** By which a file tells people apart: what only looks the same is two people, so nothing but spaces is made one. */
export function personKey(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return Array.from(plain).slice(0, NAME_LENGTH).join("").trim();
}

/** People in the order in which a file names them. */
export class People {
  readonly names: string[] = [];

  /** The place of this name, which it gets where it has none. */
  placeOf(text: string): number {
    const name = personKey(text);
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }
}
