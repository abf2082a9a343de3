import type { EventOp } from "#lib/shared/events.ts";
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

/** Who is told of a change: of what was deleted nobody, since it is in nobody's list; the log keeps it all the same. */
export function toldOf(
  op: EventOp,
  { deletedAt }: { deletedAt: string | null },
  readers: string[] | null,
): string[] | null {
  return deletedAt !== null && !op.endsWith(".deleted") ? [] : readers;
}
