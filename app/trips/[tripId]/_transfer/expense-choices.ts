import type { ExpenseImportPreview } from "#lib/shared/expense-imports.ts";
import { type RateReading, readRate } from "../_money/_form/rate-text.ts";

/** What one decides about a file of expenses before it is taken in. */
export interface ExpenseChoices {
  /** By the preview's people: a member's id, or `new`. */
  people: readonly string[];
  /** As they are typed, by currency. */
  rates: Readonly<Record<string, string>>;
  /** The trip's currency that they lead to: the preview's. */
  ratesTo: string;
  /** What becomes of rows that are there already. */
  known: "skip" | "add";
}

type Row = ExpenseImportPreview["rows"][number];

export function rowsToAdd({ rows }: ExpenseImportPreview, choices: ExpenseChoices): Row[] {
  return rows.filter((row) => reasonToLeaveOut(row, choices) === null);
}

/** Why a row is left out; null: it is added. A payment from one of a member's two names to the other is none. */
export function reasonToLeaveOut(
  { isKnown, kind, payers, shares }: Row,
  { known, people }: ExpenseChoices,
): "isThere" | "isToOneself" | null {
  if (isKnown && known === "skip") return "isThere";
  const [from, to] = [payers, shares].map(([part]) => people[part?.person ?? -1]);
  return kind === "settlement" && from === to && from !== "new" ? "isToOneself" : null;
}

/** Currencies that need a rate, which nobody but the person in front of it knows. */
export function currenciesWithoutRate({ currencies }: ExpenseImportPreview): string[] {
  return currencies.filter(({ rate }) => rate === null).map(({ currency }) => currency);
}

/** Whether every rate is known. */
export function isReady(preview: ExpenseImportPreview, choices: ExpenseChoices): boolean {
  return currenciesWithoutRate(preview).every((currency) => rateOf(choices, currency).kind === "rate");
}

/** Places of people who are the same member as somebody before them. */
export function repeatedPlaces(people: readonly string[]): Set<number> {
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

/** What was typed for a currency, by the rules of every other rate. */
export function rateOf({ rates }: ExpenseChoices, currency: string): RateReading {
  return readRate(rates[currency] ?? "");
}
