import { insertDecision, saveDecision } from "#db/queries/decisions.ts";
import type { DecisionDto, NewDecision } from "#lib/shared/decisions.ts";
import { changedRow, newRowFields } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

/** Writes a new decision; returns the row as a read would return it. */
export function writeNewDecision(
  write: TripWrite,
  id: string,
  given: NewDecision,
  createdBy: string,
): DecisionDto {
  const decision: DecisionDto = {
    id,
    title: given.title,
    notes: given.notes ?? null,
    candidates: given.candidates ?? [],
    deadline: given.deadline ?? null,
    dayId: given.dayId ?? null,
    status: "open",
    winnerId: null,
    closedAt: null,
    deletedAt: null,
    ...newRowFields(write),
  };
  write.send(insertDecision(write.tx, { ...rowOf(write, decision), createdBy }));
  return decision;
}

/** Writes fields of a decision that was read under the trip's lock; returns the row as a read would return it. */
export function writeDecision(
  write: TripWrite,
  decision: DecisionDto,
  change: Partial<DecisionDto>,
): DecisionDto {
  const saved = changedRow(write, decision, change);
  write.send(saveDecision(write.tx, rowOf(write, saved)));
  return saved;
}

function rowOf(write: TripWrite, decision: DecisionDto) {
  return {
    tripId: write.trip.id,
    id: decision.id,
    decision: JSON.stringify(decision),
    at: write.at,
  };
}
