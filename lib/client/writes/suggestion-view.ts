import type { TripDto } from "#lib/shared/trips.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { applyChanges } from "./changes.ts";
import { predictChanges } from "./suggested-write.ts";
import {
  isTargetMissing,
  targetRowOf,
  removeAppliedChanges,
  targetIdOf,
  fieldValueOf,
  verbOf,
} from "./suggestion-lines.ts";
import type { PredictionContext } from "./write.ts";

/** The effect of a draft on one row of the plan. */
export interface DraftRowEffect {
  isNew: boolean;
  isRemoved: boolean;
  /**
   * Whether the draft moves the row; `fromDayId` is the day of the row in the confirmed trip, if that is another day.
   */
  isMoved: boolean;
  fromDayId: string | null | undefined;
  /** The changed fields, as named in the patch. */
  fields: readonly string[];
}

export interface DraftView {
  /** The trip with the draft applied. Rows that the draft deletes are still in it, so that they can be marked. */
  trip: TripDto;
  /** The changes that can be sent. */
  lines: readonly SuggestedChange[];
  /** Changes whose rows are deleted; they stay in the draft in case the row is restored. */
  gone: readonly SuggestedChange[];
  marks: ReadonlyMap<string, DraftRowEffect>;
}

/** Applies a draft to the trip. */
export function viewDraft(drafted: readonly SuggestedChange[], scene: PredictionContext): DraftView {
  const { trip } = scene;
  if (drafted.length === 0) return { trip, lines: [], gone: [], marks: new Map() };
  const fresh = removeAppliedChanges(drafted, trip);
  const lines = fresh.filter((line) => !isTargetMissing(trip, fresh, line));
  const gone = fresh.filter((line) => !lines.includes(line));
  const shown = lines.filter(({ op }) => verbOf(op) !== "delete");
  const context = { userId: scene.userId, now: new Date(scene.now) };
  return {
    trip: applyChanges(trip, predictChanges(shown, scene), context),
    lines,
    gone,
    marks: marksOf(lines, trip),
  };
}

const UNTOUCHED: DraftRowEffect = {
  isNew: false,
  isRemoved: false,
  isMoved: false,
  fromDayId: undefined,
  fields: [],
};

function marksOf(lines: readonly SuggestedChange[], trip: TripDto): Map<string, DraftRowEffect> {
  const marks = new Map<string, DraftRowEffect>();
  for (const line of lines) {
    const id = targetIdOf(line) ?? trip.id;
    marks.set(id, { ...(marks.get(id) ?? UNTOUCHED), ...markOf(line, trip) });
  }
  return marks;
}

function markOf(line: SuggestedChange, trip: TripDto): Partial<DraftRowEffect> {
  switch (verbOf(line.op)) {
    case "create":
      return { isNew: true };
    case "delete":
      return { isRemoved: true };
    case "move": {
      const row = targetRowOf(trip, line);
      const dayId = row && (fieldValueOf(row, "dayId") as string | null);
      return { isMoved: true, fromDayId: dayId === line.input["dayId"] ? undefined : dayId };
    }
    default:
      return { fields: Object.keys(line.input) };
  }
}
