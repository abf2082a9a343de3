/** The indices of the columns of a table, by their names in the header. */
export type Columns<Name extends string> = ReadonlyMap<Name, number>;

/**
 * Finds the columns of a table.
 * @param names the header of each column, in lower case
 * @returns null when a needed column is missing, so that the table is of another kind
 */
export function findColumns<Name extends string>(
  head: readonly string[],
  names: Readonly<Record<Name, string>>,
  needed: readonly NoInfer<Name>[],
): Columns<Name> | null {
  const words = head.map((cell) => cell.trim().toLowerCase());
  // Object.keys returns strings, but the keys are the names.
  const all = Object.keys(names) as Name[];
  const found = new Map(
    all.map((name) => [name, words.indexOf(names[name])] as const).filter(([, at]) => at >= 0),
  );
  return needed.every((name) => found.has(name)) ? found : null;
}

/** Returns the first text behind the last known column that is no zero; null: there is none. */
export function textAfterColumns(cells: readonly string[], columns: number): string | null {
  return cells.slice(columns).find((cell) => !/^[-+]?[0.,]*$/.test(cell.trim())) ?? null;
}

/** Returns the text of a row in a column; empty when the table does not have the column. */
export function cellOf<Name extends string>(
  cells: readonly string[],
  columns: Columns<Name>,
  name: Name,
): string {
  return cells[columns.get(name) ?? -1]?.trim() ?? "";
}
