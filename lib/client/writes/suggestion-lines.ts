import type { ItemDto } from "#lib/shared/items.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { SuggestedChange, SuggestedOp } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newId } from "../base/ids.ts";

/** The row that a suggested change is about, in the trip's state. */
type SuggestedRow = StopDto | DayDto | ReservationDto | ItemDto | TripDto;

/** Returns the row of a change; undefined when the trip does not, or no longer, contain it. */
export function targetRowOf(trip: TripDto, { op, entityId }: SuggestedChange): SuggestedRow | undefined {
  const find = <T extends { id: string }>(rows: readonly T[]) => rows.find(({ id }) => id === entityId);
  switch (resourceOf(op)) {
    case "stops":
      return find(trip.stops);
    case "days":
      return find(trip.days);
    case "reservations":
      return find(trip.reservations);
    case "items":
      return find(trip.items);
    default:
      return trip;
  }
}

/** Returns the resource of an operation, such as "stops" for "stops.update". */
export function resourceOf(op: SuggestedOp): "stops" | "days" | "reservations" | "items" | "trips" {
  // Every operation has a name of the form "resource.verb".
  return op.slice(0, op.indexOf(".")) as ReturnType<typeof resourceOf>;
}

export function verbOf(op: SuggestedOp): "create" | "update" | "move" | "delete" {
  return op.slice(op.indexOf(".") + 1) as ReturnType<typeof verbOf>;
}

/** Returns the id of the row that a change creates or changes. */
export function targetIdOf({ op, entityId, input }: SuggestedChange): string | undefined {
  return verbOf(op) === "create" ? String(input["id"]) : entityId;
}

/** Returns the same changes with new ids for the rows that they create. */
export function withNewRowIds(lines: readonly SuggestedChange[]): SuggestedChange[] {
  const made = lines.filter(({ op }) => verbOf(op) === "create").map(({ input }) => input["id"]);
  const ids = new Map<unknown, string>(made.map((id) => [id, newId()]));
  return lines.map((line) => {
    const entityId = ids.get(line.entityId);
    const input = Object.entries(line.input).map(([field, value]) => [field, ids.get(value) ?? value]);
    return { ...line, ...(entityId !== undefined && { entityId }), input: Object.fromEntries(input) };
  });
}

/** Whether the later change is useless without the earlier one. */
export function dependsOnChange(later: SuggestedChange, earlier: SuggestedChange): boolean {
  if (verbOf(earlier.op) !== "create") return false;
  const made = earlier.input["id"];
  return later.entityId === made || later.input["afterId"] === made || later.input["stopId"] === made;
}

/**
 * Adds a change to a list that stays as short as possible: the changed fields of one row are one entry, a created row
 * has its final fields, and a deleted row has only its deletion.
 */
export function foldChange(lines: readonly SuggestedChange[], change: SuggestedChange): SuggestedChange[] {
  const verb = verbOf(change.op);
  const isAbout = (line: SuggestedChange) =>
    resourceOf(line.op) === resourceOf(change.op) && targetIdOf(line) === targetIdOf(change);
  const made = lines.findIndex((line) => isAbout(line) && verbOf(line.op) === "create");
  if (verb === "delete") {
    const others = lines.filter((line) => !isAbout(line));
    return made < 0 ? [...others, change] : others.map((line) => withoutNeed(line, change.entityId));
  }
  if (verb === "update") {
    const at = made >= 0 ? made : lines.findIndex((line) => isAbout(line) && line.op === change.op);
    const line = lines[at];
    if (!line) return [...lines, change];
    return lines.with(at, { ...line, input: { ...line.input, ...change.input } });
  }
  if (verb === "move") {
    const others = lines.filter((line) => !(isAbout(line) && verbOf(line.op) === "move"));
    return [...others, change];
  }
  return [...lines, change];
}

/** A position behind a deleted row becomes the position at the beginning. */
function withoutNeed(line: SuggestedChange, goneId: string | undefined): SuggestedChange {
  const field = ["afterId", "stopId"].find((name) => line.input[name] === goneId);
  return field === undefined ? line : { ...line, input: { ...line.input, [field]: null } };
}

/** Groups of fields that are only valid together. */
const WHOLE: readonly (readonly string[])[] = [
  ["startDate", "endDate", "dateMode"],
  ["start", "end"],
];

/** Removes what the trip contains already; a change of which nothing is left is removed. */
export function removeAppliedChanges(lines: readonly SuggestedChange[], trip: TripDto): SuggestedChange[] {
  const made = new Set(lines.map(({ input }) => input["id"]));
  return lines.flatMap((line) => {
    const row = targetRowOf(trip, line);
    if (verbOf(line.op) === "move") {
      const { afterId } = line.input;
      const isKnown = made.has(afterId) || trip.stops.some(({ id }) => id === afterId);
      const move = isKnown ? line : { ...line, input: { ...line.input, afterId: null } };
      return isThere(trip, move) ? [] : [move];
    }
    if (verbOf(line.op) !== "update" || !row) return [line];
    const isNew = (field: string) =>
      !isSameValue(line.input[field] ?? null, fieldValueOf(row, field) ?? null);
    const told = Object.keys(line.input).filter((field) => field !== "dateMode" && isNew(field));
    if (told.length === 0) return [];
    const kept = new Set([
      ...told,
      ...WHOLE.filter((set) => set.some((field) => told.includes(field))).flat(),
    ]);
    const input = Object.fromEntries(Object.entries(line.input).filter(([field]) => kept.has(field)));
    return [{ ...line, input }];
  });
}

/** Returns a field by its name; undefined where the row has no such field. */
export function fieldValueOf(row: object, field: string): unknown {
  return Object.hasOwn(row, field) ? (row as Record<string, unknown>)[field] : undefined;
}

/** Compares two values, where places and amounts may have their parts in another order, or lack empty ones. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return (a ?? null) === (b ?? null);
  }
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...fields].every((field) => isSameValue(fieldValueOf(a, field), fieldValueOf(b, field)));
}

function isThere({ stops }: TripDto, { entityId, input }: SuggestedChange): boolean {
  const stop = stops.find(({ id }) => id === entityId);
  if (!stop || stop.dayId !== input["dayId"]) return false;
  const list = stops.filter(({ dayId }) => dayId === stop.dayId);
  const before = list[list.indexOf(stop) - 1]?.id ?? null;
  return before === input["afterId"];
}

/** Whether a change is about a row that is no longer in the trip, and that no earlier change creates. */
export function isTargetMissing(
  trip: TripDto,
  lines: readonly SuggestedChange[],
  line: SuggestedChange,
): boolean {
  if (verbOf(line.op) === "create" || targetRowOf(trip, line)) return false;
  return !lines.some((earlier) => dependsOnChange(line, earlier) && targetIdOf(earlier) === line.entityId);
}
