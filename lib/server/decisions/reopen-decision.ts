import { pipelined } from "#db/client.ts";
import { countDecisions, selectDecision } from "#db/queries/decisions.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../write.ts";
import { requireRoom } from "./add-decision.ts";
import { changeDecision, requireLive } from "./edit-decision.ts";
import { freeCandidates } from "./fields.ts";

/** Asks again; the stops stay where they are. */
export function reopenDecision(ctx: Ctx, tripId: string, decisionId: string): Promise<DecisionDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => selectDecision(tx, { tripId, decisionId }),
    work: async (write, rows) => {
      const decision = requireLive(rows);
      const open = { status: "open", winnerId: null, closedAt: null } as const;
      return changeDecision(write, decision, await fieldsBack(write, decision, open), "decision.reopened");
    },
  });
}

/** @throws AppError LIMIT_REACHED */
export function restoreDecision(ctx: Ctx, tripId: string, decisionId: string): Promise<DecisionDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => pipelined([selectDecision(tx, { tripId, decisionId }), countDecisions(tx, { tripId })]),
    work: async (write, [rows, [held]]) => {
      const decision = rows[0]?.decision;
      if (!decision) throw notFound("decision");
      if (decision.deletedAt !== null) requireRoom(held);
      return bringBackDecision(write, decision);
    },
  });
}

/** Undeletes a decision. */
export async function bringBackDecision(write: TripWrite, decision: DecisionDto): Promise<DecisionDto> {
  if (!decision.deletedAt) return decision;
  const patch = await fieldsBack(write, decision, { deletedAt: null });
  return changeDecision(write, decision, patch, "decision.restored");
}

/**
 * Earlier fields as they can be put back now. Where the group is asked again, a deadline that is past would close it at
 * once, so it is cleared; and stops that another vote took meanwhile stay there.
 */
export async function fieldsBack(
  write: TripWrite,
  decision: DecisionDto,
  before: Partial<DecisionDto>,
): Promise<Partial<DecisionDto>> {
  const then = { ...decision, ...before };
  if (then.status === "closed" || then.deletedAt !== null) return before;
  const candidates = await freeCandidates(write.tx, write.trip.id, then);
  const isStale = then.deadline !== null && Date.parse(then.deadline) <= write.at.getTime();
  return { ...before, candidates, ...(isStale && !isRunning(decision, then) && { deadline: null }) };
}

/** Its deadline has just passed and is about to close it: what is put back has nothing to do with that. */
function isRunning(decision: DecisionDto, then: DecisionDto): boolean {
  return decision.status === "open" && decision.deletedAt === null && decision.deadline === then.deadline;
}
