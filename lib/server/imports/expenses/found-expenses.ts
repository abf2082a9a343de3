import type { ExpenseImportPreview, ExpenseNotice, LeftOutReason } from "#lib/shared/expense-imports.ts";
import { NAME_LENGTH } from "#lib/shared/display-name.ts";
import { AppError } from "#lib/shared/errors.ts";
import { cleanLine } from "../clean-text.ts";

/** A row of the file. `payers` and `shares` each sum to `amount`; a settlement has one payer and one recipient. */
export type FoundRow = Omit<ExpenseImportPreview["rows"][number], "isKnown">;

export interface FoundExpenses {
  source: ExpenseImportPreview["source"];
  /** Names of the people; rows refer to them by index. */
  people: string[];
  rows: FoundRow[];
  /** The number of rows by which nobody owes anybody anything. */
  empty: number;
  /** The lines of rows by which nobody owes anything, without the filler lines of a program. */
  emptyLines: LeftOutLine[];
  /** The number of rows with totals of the other rows. They are checked against the rows and are no expenses. */
  totals: number;
  /** Lines that were not understood, each with its reason. */
  leftOut: LeftOutLine[];
  notices: ExpenseNotice[];
}

export type LeftOutLine = ExpenseImportPreview["leftOut"][number];

const MOST_PROBLEMS = 20;

/** The message for a line that is left out; `text` is the part that was not understood. */
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

/** Collects the problems of single lines. These lines are left out and reported; the others are imported. */
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
   * Returns all problems in the order of the file.
   * @param rows the rows that are imported
   * @throws AppError VALIDATION_FAILED with the first problems, when no row is left
   */
  besides(rows: readonly FoundRow[]): LeftOutLine[] {
    if (rows.length === 0) this.refuse();
    return this.inOrder();
  }

  inOrder(): LeftOutLine[] {
    return this.#lines.toSorted((a, b) => a.line - b.line);
  }

  /**
   * Refuses the file when there are problems.
   * @throws AppError VALIDATION_FAILED with the first problems; `details.leftOut` has their reasons
   */
  refuse(): void {
    if (this.#lines.length === 0) return;
    const first = this.#lines.slice(0, MOST_PROBLEMS);
    throw new AppError("VALIDATION_FAILED", "This file can't be imported.", {
      issues: first.map(({ line, message }) => ({ path: `file.${line}`, message })),
      details: { leftOut: first },
    });
  }
}

/** Whether one person has paid the whole amount and another one has received all of it. */
export function isPaymentBetweenTwo({ amount, payers, shares }: FoundRow): boolean {
  const isOneEach = payers.length === 1 && shares.length === 1;
  return amount > 0 && isOneEach && shares[0]?.person !== payers[0]?.person;
}

/**
 * Returns a text of another program as one line of plain text for titles and notes; empty when nothing of it is
 * visible.
 */
export function plainLine(text: string, max: number): string {
  return cleanLine(text, max).text;
}

/**
 * Returns the key that tells people of a file apart. Only white space is normalised, because names that merely look the
 * same may be two people.
 */
export function personKey(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return Array.from(plain).slice(0, NAME_LENGTH).join("").trim();
}

/** The people of a file in the order in which the file names them. */
export class People {
  readonly names: string[] = [];

  /** Returns the index of a name; a new name gets the next index. */
  placeOf(text: string): number {
    const name = personKey(text);
    const known = this.names.indexOf(name);
    return known < 0 ? this.names.push(name) - 1 : known;
  }
}
