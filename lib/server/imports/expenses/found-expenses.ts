import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";
import { AppError } from "#lib/shared/errors.ts";

/** `payers` and `shares` each sum to `amount`; of a settlement, one gives and one gets. */
export type FoundRow = Omit<ExpenseImportPreview["rows"][number], "isKnown">;

export interface FoundExpenses {
  source: ExpenseImportPreview["source"];
  /** Names, which rows point to by their places. */
  people: string[];
  rows: FoundRow[];
  /** Rows that concern nobody. */
  empty: number;
  /** Lines that are not understood, each with its reason. */
  leftOut: LeftOutLine[];
}

export type LeftOutLine = ExpenseImportPreview["leftOut"][number];

const MOST_PROBLEMS = 20;

/** What is wrong with single lines. They are left out and named; the others are taken. */
export class LineProblems {
  readonly #lines: LeftOutLine[] = [];

  get count(): number {
    return this.#lines.length;
  }

  add(line: number, reason: string): null {
    this.#lines.push({ line, message: `Line ${line}: ${reason}` });
    return null;
  }

  /**
   * All of them, beside the rows that were taken.
   * @throws AppError VALIDATION_FAILED with the first of them, where nothing is left of the file
   */
  besides(rows: readonly FoundRow[]): LeftOutLine[] {
    if (rows.length === 0) this.refuse();
    return this.#lines;
  }

  /** @throws AppError VALIDATION_FAILED with the first of them, where there is one */
  refuse(): void {
    if (this.#lines.length === 0) return;
    throw new AppError("VALIDATION_FAILED", "This file can't be imported.", {
      issues: this.#lines
        .slice(0, MOST_PROBLEMS)
        .map(({ line, message }) => ({ path: `file.${line}`, message })),
    });
  }
}

/** One line of plain text, as other programs' words become titles and names here. */
export function plainLine(text: string, max: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return Array.from(plain).slice(0, max).join("").trim();
}
