import { listStatements } from "#db/queries/list-rows.ts";
import { AppError } from "#lib/shared/errors.ts";
import { LIST_RESOURCES, type ListKind, type ListOp } from "#lib/shared/resources/list-resources.ts";
import type { ListRow, NewListRow } from "#lib/shared/resources/list-schemas.ts";
import { previousValues } from "../writes/changes.ts";
import { changedRow, eventVisibility, newRowFields } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

/*
 * The functions of this file compute the whole row before it is written, so that nobody waits for the database to
 * return it.
 */

/** Writes a new row and records its event. */
export function writeNewRow<K extends ListKind>(
  write: TripWrite,
  kind: K,
  given: NewListRow<K> & { id: string; position: string },
  by: string,
): ListRow<K> {
  const { fields } = LIST_RESOURCES[kind];
  const own = Object.fromEntries(fields.map((name) => [name, Reflect.get(given, name) ?? null]));
  const { id, position } = given;
  // The cast is safe because the fields are those of the resource's description.
  const row = { id, position, ...own, deletedAt: null, ...newRowFields(write) } as unknown as ListRow<K>;
  const rows = JSON.stringify([row]);
  write.send(listStatements(kind).insert(write.tx, { tripId: write.trip.id, rows, by, at: write.at }));
  record(write, `${kind}.created`, row, null);
  return row;
}

/**
 * Writes fields of a row that was read under the trip's lock, and records the change; returns the row as a read would
 * return it.
 */
export function changeRow<K extends ListKind>(
  write: TripWrite,
  kind: K,
  row: ListRow<K>,
  patch: Partial<ListRow<K>>,
  op: ListOp,
): ListRow<K> {
  const before = previousValues(row, patch);
  if (!before) return row;
  const saved: ListRow<K> = changedRow(write, row, patch);
  const { id } = row;
  const text = JSON.stringify(saved);
  write.send(listStatements(kind).save(write.tx, { tripId: write.trip.id, id, row: text, at: write.at }));
  record(write, op, saved, before);
  return saved;
}

function record(write: TripWrite, op: ListOp, row: ListRow, before: Record<string, unknown> | null): void {
  const after = op.endsWith(".deleted") ? { id: row.id } : row;
  write.record({ op, entityId: row.id, before, after, visibleTo: eventVisibility(op, row, null) });
}

/**
 * Checks the limit of a list.
 * @param count the number of live rows including the new ones
 * @throws AppError LIMIT_REACHED
 */
export function requireListCapacity(kind: ListKind, count: number): void {
  const { list, max } = LIST_RESOURCES[kind];
  if (count <= max) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${max} ${list}. Delete some first.`);
}
