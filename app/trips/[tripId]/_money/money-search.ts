import type { MoneyRow } from "#lib/client/expense-list.ts";
import type { MoneyDay } from "#lib/client/expense-list.ts";

/** Days with the rows whose plain text has every word of the query; totals are left out, as they would be of the rest too. */
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

/** The plain text of rows, made once for each for as long as it stays what it is. */
export function remembered(textOf: (row: MoneyRow) => string): (row: MoneyRow) => string {
  const texts = new WeakMap<object, string>();
  return (row) => {
    const key = row.kind === "expense" ? row.expense : row.settlement;
    const text = texts.get(key) ?? plain(textOf(row));
    texts.set(key, text);
    return text;
  };
}

/** Without case and accents, so that "cafe" finds "Café". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
