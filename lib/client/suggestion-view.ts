import type { TripDto } from "#lib/shared/trips.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { overlay } from "./changes.ts";
import { predictChanges } from "./suggested-write.ts";
import { isGone, rowOf, stillNew, subjectOf, valueOf, verbOf } from "./suggestion-lines.ts";
import type { Scene } from "./write.ts";

/** What a draft does to one row of the plan. */
export interface SuggestedMark {
  isNew: boolean;
  isRemoved: boolean;
  /** Stands elsewhere in the confirmed trip; on which day, where that is another. */
  isMoved: boolean;
  fromDayId: string | null | undefined;
  /** As named in the patch. */
  fields: readonly string[];
}

export interface DraftView {
  /** The trip with the draft in it. What would be deleted is still there, to be marked. */
  trip: TripDto;
  /** What there is to send. */
  lines: readonly SuggestedChange[];
  /** Lines whose rows are gone; they are kept, for the case that the row comes back. */
  gone: readonly SuggestedChange[];
  marks: ReadonlyMap<string, SuggestedMark>;
}

/** Lays a draft over the trip. */
export function viewDraft(drafted: readonly SuggestedChange[], scene: Scene): DraftView {
  const { trip } = scene;
  if (drafted.length === 0) return { trip, lines: [], gone: [], marks: new Map() };
  const fresh = stillNew(drafted, trip);
  const lines = fresh.filter((line) => !isGone(trip, fresh, line));
  const gone = fresh.filter((line) => !lines.includes(line));
  const shown = lines.filter(({ op }) => verbOf(op) !== "delete");
  const context = { userId: scene.userId, now: new Date(scene.now) };
  return {
    trip: overlay(trip, predictChanges(shown, scene), context),
    lines,
    gone,
    marks: marksOf(lines, trip),
  };
}

const UNTOUCHED: SuggestedMark = {
  isNew: false,
  isRemoved: false,
  isMoved: false,
  fromDayId: undefined,
  fields: [],
};

function marksOf(lines: readonly SuggestedChange[], trip: TripDto): Map<string, SuggestedMark> {
  const marks = new Map<string, SuggestedMark>();
  for (const line of lines) {
    const id = subjectOf(line) ?? trip.id;
    marks.set(id, { ...(marks.get(id) ?? UNTOUCHED), ...markOf(line, trip) });
  }
  return marks;
}

function markOf(line: SuggestedChange, trip: TripDto): Partial<SuggestedMark> {
  switch (verbOf(line.op)) {
    case "create":
      return { isNew: true };
    case "delete":
      return { isRemoved: true };
    case "move": {
      const row = rowOf(trip, line);
      const dayId = row && (valueOf(row, "dayId") as string | null);
      return { isMoved: true, fromDayId: dayId === line.input["dayId"] ? undefined : dayId };
    }
    default:
      return { fields: Object.keys(line.input) };
  }
}
