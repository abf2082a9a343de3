import type { MoneyRow } from "#lib/client/expense-list.ts";
import type { MoneyDay } from "#lib/client/expense-list.ts";

/** Days with the rows that contain every word of the query; their totals are left out, as they would be of the rest too. */
export function searchDays(
  days: readonly MoneyDay[],
  query: string,
  textOf: (row: MoneyRow) => string,
): MoneyDay[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...days];
  const isFound = (row: MoneyRow) => {
    const text = plain(textOf(row));
    return words.every((word) => text.includes(word));
  };
  return days
    .map((day) => ({ ...day, total: null, rows: day.rows.filter(isFound) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Without case and accents, so that "cafe" finds "Café". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
