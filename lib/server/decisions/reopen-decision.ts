import { runPipelined } from "#db/client.ts";
import { countDecisions, selectDecision } from "#db/queries/decisions.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { requireDecisionCapacity } from "./add-decision.ts";
import { changeDecision, requireLive } from "./edit-decision.ts";
import { untakenCandidates } from "./fields.ts";

/** Opens a closed decision again; the stops stay where they are. */
export function reopenDecision(ctx: Ctx, tripId: string, decisionId: string): Promise<DecisionDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => selectDecision(tx, { tripId, decisionId }),
    work: async (write, rows) => {
      const decision = requireLive(rows);
      const open = { status: "open", winnerId: null, closedAt: null } as const;
      return changeDecision(
        write,
        decision,
        await restorableFields(write, decision, open),
        "decision.reopened",
      );
    },
  });
}

/**
 * Restores a deleted decision.
 * @throws AppError LIMIT_REACHED
 */
export function restoreDecision(ctx: Ctx, tripId: string, decisionId: string): Promise<DecisionDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => runPipelined([selectDecision(tx, { tripId, decisionId }), countDecisions(tx, { tripId })]),
    work: async (write, [rows, [held]]) => {
      const decision = rows[0]?.decision;
      if (!decision) throw notFound("decision");
      if (decision.deletedAt !== null) requireDecisionCapacity(held);
      return bringBackDecision(write, decision);
    },
  });
}

/** Restores a deleted decision within an open write. */
export async function bringBackDecision(write: TripWrite, decision: DecisionDto): Promise<DecisionDto> {
  if (!decision.deletedAt) return decision;
  const patch = await restorableFields(write, decision, { deletedAt: null });
  return changeDecision(write, decision, patch, "decision.restored");
}

/**
 * Returns earlier fields in the form in which they can be restored now. If that opens the decision again, a past
 * deadline is cleared, because it would close the decision at once; and stops that another decision has taken meanwhile
 * stay there.
 */
export async function restorableFields(
  write: TripWrite,
  decision: DecisionDto,
  before: Partial<DecisionDto>,
): Promise<Partial<DecisionDto>> {
  const then = { ...decision, ...before };
  if (then.status === "closed" || then.deletedAt !== null) return before;
  const candidates = await untakenCandidates(write.tx, write.trip.id, then);
  const isStale = then.deadline !== null && Date.parse(then.deadline) <= write.at.getTime();
  return { ...before, candidates, ...(isStale && !isRunning(decision, then) && { deadline: null }) };
}

/**
 * Whether the restored fields leave an open decision open until the same deadline. If that deadline has just passed, it
 * is about to close the decision anyway.
 */
function isRunning(decision: DecisionDto, then: DecisionDto): boolean {
  return decision.status === "open" && decision.deletedAt === null && decision.deadline === then.deadline;
}
