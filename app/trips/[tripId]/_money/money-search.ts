import type { MoneyRow } from "#lib/client/money/expense-list.ts";
import type { MoneyDay } from "#lib/client/money/expense-list.ts";

/**
 * Returns the days with the rows that contain every word of the query. Their totals are null, because totals would
 * include the rows that are left out.
 */
export function searchDays(
  days: readonly MoneyDay[],
  query: string,
  textOf: (row: MoneyRow) => string,
): MoneyDay[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...days];
  const isFound = (row: MoneyRow) => {
    const text = textOf(row);
    return words.every((word) => text.includes(word));
  };
  return days
    .map((day) => ({ ...day, total: null, rows: day.rows.filter(isFound) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Caches the plain text of each row as long as the row is the same object. */
export function cacheText(textOf: (row: MoneyRow) => string): (row: MoneyRow) => string {
  const texts = new WeakMap<object, string>();
  return (row) => {
    const key = row.kind === "expense" ? row.expense : row.settlement;
    const text = texts.get(key) ?? plain(textOf(row));
    texts.set(key, text);
    return text;
  };
}

/** Removes case and accents, so that "cafe" finds "Café". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
