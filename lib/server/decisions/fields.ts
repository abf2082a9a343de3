import { type Db } from "#db/client.ts";
import { type CandidateEligibility, selectCandidateEligibility } from "#db/queries/decisions.ts";
import { type DayRow } from "#db/queries/days.ts";
import type { DecisionDto, DecisionPatch } from "#lib/shared/decisions.ts";
import { invalidFields, type Issue } from "#lib/shared/errors.ts";
import { definedFields } from "../writes/changes.ts";
import type { TripWrite } from "../writes/write.ts";

type Given = Pick<DecisionPatch, "title" | "notes" | "candidates" | "deadline" | "dayId">;

/** Returns the input in the form of the row: an empty text becomes null, and an instant has milliseconds. */
export function normalizeFields<T extends Given>(given: T): T {
  const fields = definedFields(given);
  return {
    ...given,
    ...(fields.notes === "" && { notes: null }),
    ...(fields.deadline && { deadline: new Date(fields.deadline).toISOString() }),
  };
}

/** The rows that the fields depend on, read in one round trip with the lock. */
export interface FieldDependencies {
  candidacies: CandidateEligibility[];
  /** The row of the target day, if the input has one. */
  day: DayRow | undefined;
}

/** Checks the fields of a decision; values that the decision already has (`held`) are not checked again. */
export function checkFields(
  write: TripWrite,
  given: Partial<DecisionDto>,
  grounds: FieldDependencies,
  held: DecisionDto | null,
): void {
  const issues = [
    ...candidateIssues(given.candidates ?? [], grounds.candidacies, held?.candidates ?? []),
    ...dayIssues(given.dayId, grounds.day, held?.dayId),
    ...deadlineIssues(write, given.deadline, held?.deadline),
  ];
  if (issues.length > 0) throw invalidFields(issues);
}

/** Returns issues of new candidates. A candidate in `held` may stay in the list although its stop was deleted. */
function candidateIssues(ids: string[], candidacies: CandidateEligibility[], held: string[]): Issue[] {
  const known = new Map(candidacies.map((candidacy) => [candidacy.stopId, candidacy]));
  return ids.flatMap((id, index) => {
    if (held.includes(id)) return [];
    const path = `candidates.${index}`;
    const candidacy = known.get(id);
    if (!candidacy?.isLive) return [{ path, message: "This is no stop of the trip." }];
    if (!candidacy.isTaken) return [];
    return [{ path, message: "This stop is in another vote. Close that one first." }];
  });
}

function dayIssues(dayId: string | null | undefined, row: DayRow | undefined, held: string | null = null) {
  if (!dayId || dayId === held || (row && row.deletedAt === null)) return [];
  return [{ path: "dayId", message: "This is no day of the trip." }];
}

function deadlineIssues(write: TripWrite, deadline: string | null | undefined, held: string | null = null) {
  if (!deadline || deadline === held || Date.parse(deadline) > write.at.getTime()) return [];
  return [{ path: "deadline", message: "Choose a moment that is still to come." }];
}

/** Returns the decision's candidates that no other open decision took while this one was closed or deleted. */
export async function untakenCandidates(tx: Db, tripId: string, decision: DecisionDto): Promise<string[]> {
  const { id: decisionId, candidates } = decision;
  const rows = await selectCandidateEligibility(tx, { tripId, decisionId, stopIds: candidates });
  const taken = new Set(rows.filter(({ isTaken }) => isTaken).map(({ stopId }) => stopId));
  return candidates.filter((id) => !taken.has(id));
}
