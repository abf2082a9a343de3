import type { TripWrite } from "./write.ts";

type At = Pick<TripWrite, "at">;

/** What every row of a trip begins with. */
export function firstFields({ at }: At) {
  const instant = at.toISOString();
  return { version: 1, createdAt: instant, updatedAt: instant };
}

/** The row as it is once its change is written. */
export function changedRow<Row extends { version: number }, Fields extends object>(
  { at }: At,
  row: Row,
  change: Fields,
): Row & Fields & { updatedAt: string } {
  return { ...row, ...change, version: row.version + 1, updatedAt: at.toISOString() };
}
