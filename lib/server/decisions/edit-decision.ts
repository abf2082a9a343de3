import { type Db, runPipelined } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectCandidateEligibility, selectDecision } from "#db/queries/decisions.ts";
import type { DecisionDto, DecisionPatch } from "#lib/shared/decisions.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { previousValues, changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { writeDecision } from "./decision-row.ts";
import { checkFields, type FieldDependencies, normalizeFields } from "./fields.ts";

/**
 * Returns the decision.
 * @throws AppError NOT_FOUND when it does not exist or was deleted
 */
export function requireLive(rows: { decision: DecisionDto }[]): DecisionDto {
  const decision = rows[0]?.decision;
  if (!decision || decision.deletedAt) throw notFound("decision");
  return decision;
}

/**
 * Checks that the decision is not closed.
 * @throws AppError NOT_OPEN with the current row
 */
export function requireUnclosed(decision: DecisionDto): void {
  if (decision.status !== "closed") return;
  throw new AppError("NOT_OPEN", "This has been decided. Reopen it to change it.", {
    details: { current: decision },
  });
}

/** Writes fields of a decision and records the change; returns the row as a read would return it. */
export function changeDecision(
  write: TripWrite,
  decision: DecisionDto,
  patch: Partial<DecisionDto>,
  op: EventOp,
): DecisionDto {
  const before = previousValues(decision, patch);
  if (!before) return decision;
  const saved = writeDecision(write, decision, patch);
  const after = op === "decision.deleted" ? { id: decision.id } : saved;
  write.record({ op, entityId: decision.id, before, after });
  return saved;
}

export function updateDecision(
  ctx: Ctx,
  tripId: string,
  decisionId: string,
  input: DecisionPatch,
): Promise<DecisionDto> {
  // The cast is safe because every field of a patch is a field of the row, and undefined values are removed.
  const patch = definedFields(normalizeFields(input)) as Partial<DecisionDto>;
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectDecision(tx, { tripId, decisionId }),
        changesSinceRead(ctx, tx, tripId, { kind: "decision", id: decisionId }, Object.keys(patch)),
        readFieldDependencies(tx, tripId, decisionId, patch),
      ]),
    work: async (write, [rows, conflicts, grounds]) => {
      const decision = requireLive(rows);
      requireUnclosed(decision);
      refuseConflict(conflicts, decision);
      checkFields(write, patch, grounds, decision);
      return changeDecision(
        write,
        decision,
        { ...patch, ...askedAgain(decision, patch) },
        "decision.updated",
      );
    },
  });
}

/** Returns the status after a change: a tied decision with a later deadline is open again, until the new deadline. */
function askedAgain(decision: DecisionDto, { deadline }: Partial<DecisionDto>): Partial<DecisionDto> {
  const isLater = deadline && deadline !== decision.deadline;
  return decision.status === "tied" && isLater ? { status: "open" } : {};
}

/** Reads the rows that {@link checkFields} needs. */
export async function readFieldDependencies(
  tx: Db,
  tripId: string,
  decisionId: string,
  given: Pick<DecisionPatch, "candidates" | "dayId">,
): Promise<FieldDependencies> {
  const { candidates: stopIds = [], dayId } = given;
  const [candidacies, days] = await runPipelined([
    stopIds.length > 0
      ? selectCandidateEligibility(tx, { tripId, decisionId, stopIds })
      : Promise.resolve([]),
    dayId ? selectDay(tx, { tripId, dayId }) : Promise.resolve([]),
  ]);
  return { candidacies, day: days[0] };
}

export function deleteDecision(ctx: Ctx, tripId: string, decisionId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => selectDecision(tx, { tripId, decisionId }),
    work: async (write, rows) => {
      const patch = { deletedAt: write.at.toISOString() };
      changeDecision(write, requireLive(rows), patch, "decision.deleted");
      return undefined;
    },
  });
}
