import {
  isTargetMissing,
  isSameValue,
  resourceOf,
  targetRowOf,
  targetIdOf,
  fieldValueOf,
  verbOf,
} from "#lib/client/writes/suggestion-lines.ts";
import { labelRank } from "./label-key.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** A change of a suggestion; `before` contains the values that it would replace, at the time of the suggestion. */
export type ComparedChange = SuggestedChange & { before: Record<string, unknown> | null };

/** Pairs of fields that are shown in one row. */
const PAIRS: Record<string, readonly [string, string]> = {
  time: ["startTime", "endTime"],
  dates: ["startDate", "endDate"],
};

export interface FieldDiff {
  /** The name of the field, or of its pair. */
  field: string;
  before: unknown;
  after: unknown;
  /** The present value of the field if it is neither the old nor the suggested value. */
  now: { value: unknown } | null;
}

export interface ChangeDiff {
  verb: "create" | "update" | "move" | "delete";
  kind: ReturnType<typeof resourceOf>;
  /** The name of the row at the time of the suggestion; for a day its date, for the trip itself empty. */
  name: string;
  fields: FieldDiff[];
  /** The ids of the days that a stop moves from and to; null means Ideas, undefined no move. */
  fromDayId: string | null | undefined;
  toDayId: string | null | undefined;
  /** The present day if somebody has moved the stop since. */
  nowDayId: string | null | undefined;
  /** Whether a value that the change would replace was changed since. */
  isStale: boolean;
  /** Whether the row does not exist any more. */
  isGone: boolean;
}

/** Returns how a suggested change differs from the present trip. */
export function diffOfChange(
  line: ComparedChange,
  lines: readonly ComparedChange[],
  trip: TripDto,
): ChangeDiff {
  const verb = verbOf(line.op);
  const row = targetRowOf(trip, line);
  const fields =
    verb === "create" || verb === "update" ? fieldsOf(line, verb === "update" ? row : undefined) : [];
  const places = placesOf(line, row);
  const { fromDayId, nowDayId } = places;
  const isMoved = nowDayId !== undefined && nowDayId !== fromDayId;
  return {
    verb,
    kind: resourceOf(line.op),
    name: nameOf(line, lines, row),
    fields,
    ...places,
    nowDayId: isMoved ? nowDayId : undefined,
    isStale: isMoved || fields.some(({ now }) => now !== null),
    isGone: isTargetMissing(trip, lines, line),
  };
}

const NAMES = ["name", "title", "text", "date"] as const;

function nameOf(line: ComparedChange, lines: readonly ComparedChange[], row: object | undefined): string {
  if (resourceOf(line.op) === "trips") return "";
  if (verbOf(line.op) === "create") return nameIn(line.input);
  const made = lines.find((other) => verbOf(other.op) === "create" && targetIdOf(other) === line.entityId);
  if (made) return nameIn(made.input);
  // A day is named by its date, not by its title.
  const known = line.before ?? row ?? {};
  return resourceOf(line.op) === "days" ? nameIn(row ?? known, ["date"]) : nameIn(known);
}

function nameIn(row: object, names: readonly string[] = NAMES): string {
  return names.map((field) => fieldValueOf(row, field)).find((value) => typeof value === "string") ?? "";
}

function placesOf(line: ComparedChange, row: object | undefined) {
  const nowhere = { fromDayId: undefined, toDayId: undefined, nowDayId: undefined };
  if (verbOf(line.op) === "create" && resourceOf(line.op) === "stops") {
    return { ...nowhere, toDayId: listOf(line.input) };
  }
  if (verbOf(line.op) !== "move") return nowhere;
  return {
    fromDayId: line.before ? listOf(line.before) : undefined,
    toDayId: listOf(line.input),
    nowDayId: row && line.before ? listOf(row) : undefined,
  };
}

function listOf(row: object): string | null {
  const dayId = fieldValueOf(row, "dayId");
  return typeof dayId === "string" ? dayId : null;
}

/** The fields that are not shown, or are shown in another way. */
const UNTOLD = new Set(["id", "dayId", "dateMode", "afterId", "isPrivate"]);

function fieldsOf({ op, input, before }: ComparedChange, row: object | undefined): FieldDiff[] {
  const isNew = verbOf(op) === "create";
  const told = Object.keys(input).filter((field) => {
    if (UNTOLD.has(field)) return false;
    // For a new row, the name is the heading of the change, and only fields with a value are shown.
    return !isNew || (!NAMES.some((name) => name === field) && (input[field] ?? null) !== null);
  });
  const rows = new Map<string, FieldDiff>();
  for (const field of told) {
    const pair = Object.keys(PAIRS).find((name) => PAIRS[name]?.includes(field)) ?? field;
    if (!rows.has(pair)) rows.set(pair, fieldDiff(pair, input, before, row));
  }
  return [...rows.values()].toSorted((a, b) => labelRank(a.field) - labelRank(b.field));
}

function fieldDiff(field: string, input: object, before: object | null, row: object | undefined): FieldDiff {
  const parts = (PAIRS[field] ?? [field]).filter((part) => Object.hasOwn(input, part));
  const read = (source: object) =>
    PAIRS[field]
      ? PAIRS[field].map((part) => valueIn([source, before, row], part))
      : fieldValueOf(source, field);
  const isChanged =
    row !== undefined &&
    before !== null &&
    parts.some((part) => {
      const now = fieldValueOf(row, part);
      return !isSameValue(now, fieldValueOf(before, part)) && !isSameValue(now, fieldValueOf(input, part));
    });
  return {
    field,
    before: before ? read(before) : null,
    after: read(input),
    now: isChanged ? { value: read(row) } : null,
  };
}

/**
 * Returns the value of a field from the first source that has it; the unchanged half of a pair has its present value.
 */
function valueIn(sources: readonly (object | null | undefined)[], part: string): unknown {
  const source = sources.find((each) => each && Object.hasOwn(each, part));
  return source ? (fieldValueOf(source, part) ?? null) : null;
}
