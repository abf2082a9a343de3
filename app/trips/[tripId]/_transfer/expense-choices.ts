import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";
import { type RateReading, readRate } from "../_model/money/rate-text.ts";

/** The choices for the import of a file of expenses. */
export interface ExpenseChoices {
  /** For each person of the preview the id of a member, or `new`. */
  people: readonly string[];
  /** The typed exchange rates by currency. */
  rates: Readonly<Record<string, string>>;
  /** The currency of the trip that the rates convert to, as in the preview. */
  ratesTo: string;
  /** Whether rows that exist already are skipped or added again. */
  known: "skip" | "add";
}

type Row = ExpenseImportPreview["rows"][number];

export function rowsToAdd({ rows }: ExpenseImportPreview, choices: ExpenseChoices): Row[] {
  return rows.filter((row) => reasonToLeaveOut(row, choices) === null);
}

/** Returns why a row is left out; null if it is added. A settlement from a member to the same member is left out. */
export function reasonToLeaveOut(
  { isKnown, kind, payers, shares }: Row,
  { known, people }: ExpenseChoices,
): "isThere" | "isToOneself" | null {
  if (isKnown && known === "skip") return "isThere";
  const [from, to] = [payers, shares].map(([part]) => people[part?.person ?? -1]);
  return kind === "settlement" && from === to && from !== "new" ? "isToOneself" : null;
}

/** Returns the currencies without a known rate, which the user must enter. */
export function currenciesWithoutRate({ currencies }: ExpenseImportPreview): string[] {
  return currencies.filter(({ rate }) => rate === null).map(({ currency }) => currency);
}

/** Whether all rates are known. */
export function isReady(preview: ExpenseImportPreview, choices: ExpenseChoices): boolean {
  return currenciesWithoutRate(preview).every((currency) => rateOf(choices, currency).kind === "rate");
}

/** Returns the indexes of people who are mapped to the same member as an earlier one. */
export function repeatedMemberIndexes(people: readonly string[]): Set<number> {
  return new Set(people.flatMap((who, place) => (who !== "new" && people.indexOf(who) < place ? place : [])));
}

interface ExpenseQuery {
  people: string;
  known: "skip" | "add";
  rates?: string;
  ratesTo?: string;
}

export function toQuery(choices: ExpenseChoices): ExpenseQuery {
  const rates = Object.keys(choices.rates).flatMap((currency) => {
    const rate = rateOf(choices, currency);
    return rate.kind === "rate" ? `${currency}:${rate.value}` : [];
  });
  const { people, known, ratesTo } = choices;
  return { people: people.join(","), known, ...(rates.length > 0 && { rates: rates.join(","), ratesTo }) };
}

/** Reads the typed rate of a currency, by the rules that apply to every typed rate. */
export function rateOf({ rates }: ExpenseChoices, currency: string): RateReading {
  return readRate(rates[currency] ?? "");
}
