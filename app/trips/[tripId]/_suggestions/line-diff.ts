import { isGone, isSame, kindOf, rowOf, subjectOf, valueOf, verbOf } from "#lib/client/suggestion-lines.ts";
import { labelRank } from "./label-key.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** A line as somebody wrote it; `before` is what it would replace, as it was when it was suggested. */
export type DiffLine = SuggestedChange & { before: Record<string, unknown> | null };

/** Fields that one reads together have one row. */
const PAIRS: Record<string, readonly [string, string]> = {
  time: ["startTime", "endTime"],
  dates: ["startDate", "endDate"],
};

export interface FieldDiff {
  /** Of the row, or of the pair that it belongs to. */
  field: string;
  before: unknown;
  after: unknown;
  /** What stands there now, where that is neither of the two. */
  now: { value: unknown } | null;
}

export interface LineDiff {
  verb: "create" | "update" | "move" | "delete";
  kind: ReturnType<typeof kindOf>;
  /** What it is about, as it was called; of a day its date; empty for the trip itself. */
  name: string;
  fields: FieldDiff[];
  /** The lists that it comes from and goes to: ids of days, null for Ideas. */
  fromDayId: string | null | undefined;
  toDayId: string | null | undefined;
  /** Where it is now, if somebody else has moved it since. */
  nowDayId: string | null | undefined;
  /** Somebody changed since what it would replace. */
  isStale: boolean;
  /** What it is about is no longer in the trip. */
  isGone: boolean;
}

/** What one line would do to the trip as it is now. */
export function diffOf(line: DiffLine, lines: readonly DiffLine[], trip: TripDto): LineDiff {
  const verb = verbOf(line.op);
  const row = rowOf(trip, line);
  const fields =
    verb === "create" || verb === "update" ? fieldsOf(line, verb === "update" ? row : undefined) : [];
  const places = placesOf(line, row);
  const { fromDayId, nowDayId } = places;
  const isMoved = nowDayId !== undefined && nowDayId !== fromDayId;
  return {
    verb,
    kind: kindOf(line.op),
    name: nameOf(line, lines, row),
    fields,
    ...places,
    nowDayId: isMoved ? nowDayId : undefined,
    isStale: isMoved || fields.some(({ now }) => now !== null),
    isGone: isGone(trip, lines, line),
  };
}

const NAMES = ["name", "title", "text", "date"] as const;

function nameOf(line: DiffLine, lines: readonly DiffLine[], row: object | undefined): string {
  if (kindOf(line.op) === "trips") return "";
  if (verbOf(line.op) === "create") return nameIn(line.input);
  const made = lines.find((other) => verbOf(other.op) === "create" && subjectOf(other) === line.entityId);
  if (made) return nameIn(made.input);
  // A day's title is no name of its own: its date is what everybody calls it.
  const known = line.before ?? row ?? {};
  return kindOf(line.op) === "days" ? nameIn(row ?? known, ["date"]) : nameIn(known);
}

function nameIn(row: object, names: readonly string[] = NAMES): string {
  return names.map((field) => valueOf(row, field)).find((value) => typeof value === "string") ?? "";
}

function placesOf(line: DiffLine, row: object | undefined) {
  const nowhere = { fromDayId: undefined, toDayId: undefined, nowDayId: undefined };
  if (verbOf(line.op) === "create" && kindOf(line.op) === "stops") {
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
  const dayId = valueOf(row, "dayId");
  return typeof dayId === "string" ? dayId : null;
}

/** Not told, or told elsewhere. */
const UNTOLD = new Set(["id", "dayId", "dateMode", "afterId", "isPrivate"]);

function fieldsOf({ op, input, before }: DiffLine, row: object | undefined): FieldDiff[] {
  const isNew = verbOf(op) === "create";
  const told = Object.keys(input).filter((field) => {
    if (UNTOLD.has(field)) return false;
    // A new row's name is the line's; of its other fields, those that are filled in are told.
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
    PAIRS[field] ? PAIRS[field].map((part) => valueIn([source, before, row], part)) : valueOf(source, field);
  const isChanged =
    row !== undefined &&
    before !== null &&
    parts.some((part) => {
      const now = valueOf(row, part);
      return !isSame(now, valueOf(before, part)) && !isSame(now, valueOf(input, part));
    });
  return {
    field,
    before: before ? read(before) : null,
    after: read(input),
    now: isChanged ? { value: read(row) } : null,
  };
}

/** The half of a pair that nobody wants to change stays what it is. */
function valueIn(sources: readonly (object | null | undefined)[], part: string): unknown {
  const source = sources.find((each) => each && Object.hasOwn(each, part));
  return source ? (valueOf(source, part) ?? null) : null;
}
