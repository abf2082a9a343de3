import { isCurrency } from "#lib/shared/money.ts";

/** Each currency that rows, or what changed of them, name anywhere. */
export function currenciesIn(rows: readonly unknown[]): string[] {
  return [...new Set(rows.flatMap((row) => namedIn(row, false)))];
}

function namedIn(value: unknown, isNamed: boolean): string[] {
  if (typeof value === "string") return isNamed && isCurrency(value) ? [value] : [];
  // The log has pairs of what a field was and is.
  if (Array.isArray(value)) return value.flatMap((each) => namedIn(each, isNamed));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => namedIn(each, key === "currency"));
}
