/** Where the columns of a table stand, by their names in its first line. */
export type Columns<Name extends string> = ReadonlyMap<Name, number>;

/**
 * The columns of a table that has all those that are needed.
 * @param names by column, in lower case
 * @returns null for another kind of table
 */
export function findColumns<Name extends string>(
  head: readonly string[],
  names: Readonly<Record<Name, string>>,
  needed: readonly NoInfer<Name>[],
): Columns<Name> | null {
  const words = head.map((cell) => cell.trim().toLowerCase());
  // Its keys are the names.
  const all = Object.keys(names) as Name[];
  const found = new Map(
    all.map((name) => [name, words.indexOf(names[name])] as const).filter(([, at]) => at >= 0),
  );
  return needed.every((name) => found.has(name)) ? found : null;
}

/** What stands behind so many columns, other than zeros; null: nothing. */
export function cellBehind(cells: readonly string[], columns: number): string | null {
  return cells.slice(columns).find((cell) => !/^[-+]?[0.,]*$/.test(cell.trim())) ?? null;
}

/** What a line has in a column; empty where the table lacks it. */
export function cellOf<Name extends string>(
  cells: readonly string[],
  columns: Columns<Name>,
  name: Name,
): string {
  return cells[columns.get(name) ?? -1]?.trim() ?? "";
}
