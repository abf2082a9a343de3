import { isSameValue, targetRowOf, fieldValueOf } from "#lib/client/writes/suggestion-lines.ts";
import type { ChangedRow } from "#lib/shared/agent.ts";
import type { SuggestedOp } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { diffOfChange, type ComparedChange, type ChangeDiff } from "../_model/suggestions/line-diff.ts";

/** The op of a suggestion by the op of the event that reports the same change. */
const OPS: Readonly<Record<string, SuggestedOp>> = {
  "stop.created": "stops.create",
  "stop.restored": "stops.create",
  "stop.updated": "stops.update",
  "stop.moved": "stops.move",
  "stop.deleted": "stops.delete",
  "day.updated": "days.update",
  "trip.updated": "trips.update",
  "reservation.created": "reservations.create",
  "reservation.restored": "reservations.create",
  "reservation.updated": "reservations.update",
  "reservation.deleted": "reservations.delete",
  "item.created": "items.create",
  "item.restored": "items.create",
  "item.updated": "items.update",
  "item.moved": "items.update",
  "item.deleted": "items.delete",
};

export interface RowChange {
  key: string;
  op: SuggestedOp;
  entityId: string;
  name: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Returns what a run has changed, row by row. Several changes of one row are joined, from the first old value to the
 * last new one.
 */
export function changedRows(lines: readonly ChangedRow[]): RowChange[] {
  const rows: RowChange[] = [];
  for (const { seq, op: logged, entityId, name, changes } of lines) {
    const op = OPS[logged];
    if (!op) continue;
    const before = Object.fromEntries(Object.entries(changes).map(([field, [old]]) => [field, old]));
    const after = Object.fromEntries(Object.entries(changes).map(([field, [, now]]) => [field, now]));
    const at = rows.findIndex((row) => row.entityId === entityId && mayJoin(row.op, op));
    const known = rows[at];
    if (!known) rows.push({ key: String(seq), op, entityId, name, before, after });
    else {
      const joined = {
        ...known,
        before: { ...before, ...known.before },
        after: { ...known.after, ...after },
      };
      rows[at] = { ...joined, name: name || known.name };
    }
  }
  return rows;
}

/**
 * Whether two changes of a row can be joined: a row that is created and then changed counts as created with its last
 * values.
 */
function mayJoin(earlier: SuggestedOp, later: SuggestedOp): boolean {
  const isChange = later.endsWith(".update") || later === "stops.move";
  return earlier === later || (earlier.endsWith(".create") && isChange);
}

/** Returns a change in the form in which suggestions show changes. */
export function diffOfRowChange(row: RowChange, trip: TripDto): ChangeDiff {
  const isNew = row.op.endsWith(".create");
  const line: ComparedChange = { op: row.op, entityId: row.entityId, input: row.after, before: row.before };
  const there = targetRowOf(trip, line);
  if (row.op === "stops.move" && there) {
    // The event of a move within one day does not contain the day, so the stop's present day is used for both values.
    const dayId = fieldValueOf(there, "dayId") ?? null;
    line.input = { dayId, ...row.after };
    line.before = { dayId, ...row.before };
  }
  if (isNew) line.before = null;
  const diff = diffOfChange(line, [line], trip);
  const isDay = row.op === "days.update";
  return { ...diff, name: isDay ? diff.name : row.name || diff.name, isGone: false, isStale: false };
}

/** Whether all changes are undone: every row has its old values again. */
export function isRunUndone(rows: readonly RowChange[], trip: TripDto): boolean {
  return rows.length > 0 && rows.every((row) => stoodBefore(row, trip));
}

function stoodBefore({ op, entityId, before, after }: RowChange, trip: TripDto): boolean {
  const there = targetRowOf(trip, { op, entityId, input: {} });
  if (op.endsWith(".create")) return there === undefined;
  if (op.endsWith(".delete")) return there !== undefined;
  if (!there) return false;
  const told = Object.keys(before).filter((field) => Object.hasOwn(there, field));
  const changed = told.filter((field) => !isSameValue(before[field], after[field]));
  return (
    changed.length > 0 && changed.every((field) => isSameValue(fieldValueOf(there, field), before[field]))
  );
}

/** Returns the date of the only day that all rows belong to; null if there are several or none. */
export function commonDate(rows: readonly RowChange[], trip: TripDto): string | null {
  const ids = new Set(rows.map((row) => dayIdOf(row, trip)));
  const [id] = ids;
  if (ids.size !== 1 || typeof id !== "string") return null;
  return trip.days.find((day) => day.id === id)?.date ?? null;
}

function dayIdOf({ op, entityId, after }: RowChange, trip: TripDto): unknown {
  if (op === "days.update") return entityId;
  return after["dayId"] ?? trip.stops.find(({ id }) => id === entityId)?.dayId;
}
