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
}

const MOST_PROBLEMS = 20;

/** What is wrong with single lines; the file is taken as a whole or not at all. */
export class LineProblems {
  readonly #issues: { path: string; message: string }[] = [];

  add(line: number, message: string): null {
    this.#issues.push({ path: `file.${line}`, message: `Line ${line}: ${message}` });
    return null;
  }

  /** @throws AppError VALIDATION_FAILED with the first of them */
  refuse(): void {
    if (this.#issues.length === 0) return;
    throw new AppError("VALIDATION_FAILED", "This file can't be imported.", {
      issues: this.#issues.slice(0, MOST_PROBLEMS),
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
