import { isCurrency } from "#lib/shared/money.ts";

/** Returns the codes of all currencies that occur in rows or in their changes. */
export function currenciesIn(rows: readonly unknown[]): string[] {
  return [...new Set(rows.flatMap((row) => namedIn(row, false)))];
}

function namedIn(value: unknown, isNamed: boolean): string[] {
  if (typeof value === "string") return isNamed && isCurrency(value) ? [value] : [];
  // In the event log a changed field is a pair of the old and the new value.
  if (Array.isArray(value)) return value.flatMap((each) => namedIn(each, isNamed));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => namedIn(each, key === "currency"));
}
