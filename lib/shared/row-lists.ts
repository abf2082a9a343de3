/** Returns the list with the row in the place of the one with the same id, or at the end. */
export function replaceById<T extends { id: string }>(rows: T[], row: T): T[] {
  const index = rows.findIndex(({ id }) => id === row.id);
  return index < 0 ? [...rows, row] : rows.with(index, row);
}

/** Returns the list without the row of this id. */
export function removeById<T extends { id: string }>(rows: T[], { id }: { id: string }): T[] {
  return rows.filter((row) => row.id !== id);
}

/** Compares rows by id. */
export function compareById(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
