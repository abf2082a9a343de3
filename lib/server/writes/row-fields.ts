import type { EventOp } from "#lib/shared/events.ts";
import type { TripWrite } from "./write.ts";

type At = Pick<TripWrite, "at">;

/** Returns the fields with which every new row of a trip begins: its version and instants. */
export function newRowFields({ at }: At) {
  const instant = at.toISOString();
  return { version: 1, createdAt: instant, updatedAt: instant };
}

/** Returns the row as it is after its change was written. */
export function changedRow<Row extends { version: number }, Fields extends object>(
  { at }: At,
  row: Row,
  change: Fields,
): Row & Fields & { updatedAt: string } {
  return { ...row, ...change, version: row.version + 1, updatedAt: at.toISOString() };
}

/**
 * Returns who may see the event of a change. Nobody sees the event of a change to a deleted row, because no list
 * contains the row; the event log stores the event nevertheless.
 */
export function eventVisibility(
  op: EventOp,
  { deletedAt }: { deletedAt: string | null },
  readers: string[] | null,
): string[] | null {
  return deletedAt !== null && !op.endsWith(".deleted") ? [] : readers;
}
