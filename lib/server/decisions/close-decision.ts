import { runPipelined } from "#db/client.ts";
import { selectDecision, selectDecisionVotes } from "#db/queries/decisions.ts";
import type { DecisionClose, DecisionDto } from "#lib/shared/decisions.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { tallyVotes } from "#lib/shared/tally.ts";
import type { Ctx } from "../context.ts";
import { notify } from "../notifications/notify.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { changeDecision, requireLive, requireUnclosed } from "./edit-decision.ts";
import { placeCandidates } from "./place-candidates.ts";

/**
 * Closes a decision: moves the winner to the target day and the other candidates to Ideas, as one group.
 * @throws AppError TIED with `details.candidates` when several lead and the caller names none; VALIDATION_FAILED for a
 * winner that is no candidate, or when none is left
 */
export function closeDecision(
  ctx: Ctx,
  tripId: string,
  decisionId: string,
  { winnerId }: DecisionClose,
): Promise<DecisionDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectDecision(tx, { tripId, decisionId }),
        selectDecisionVotes(tx, { tripId, decisionId }),
      ]),
    work: async (write, [rows, [poll]]) => {
      const decision = requireLive(rows);
      requireUnclosed(decision);
      if (!poll) throw new Error("The poll query returned no row.");
      const { leaders } = tallyVotes(poll.candidates, new Set(poll.present));
      const winner = chosenWinner(poll.candidates, leaders, winnerId);
      return writeClosed(ctx, write, { decision, winner, candidates: poll.candidates });
    },
  });
}

function chosenWinner(candidates: StopDto[], leaders: string[], winnerId: string | undefined): StopDto {
  const [best, ...others] = leaders;
  if (best === undefined)
    throw invalidField("candidates", "There is nothing to choose from. Add a stop first.");
  if (winnerId === undefined && others.length > 0) {
    const message = "Several stops have the most votes. Choose one of them.";
    throw new AppError("TIED", message, { details: { candidates: leaders } });
  }
  const winner = candidates.find(({ id }) => id === (winnerId ?? best));
  if (!winner) throw invalidField("winnerId", "Choose one of the candidates.");
  return winner;
}

interface Outcome {
  decision: DecisionDto;
  winner: StopDto;
  candidates: StopDto[];
}

/** Moves the candidates, closes the decision, and notifies everyone in the trip except the user who did it. */
export async function writeClosed(
  ctx: Ctx,
  write: TripWrite,
  { decision, winner, candidates }: Outcome,
): Promise<DecisionDto> {
  await placeCandidates(write, decision, winner, candidates);
  const fields = { status: "closed", winnerId: winner.id, closedAt: write.at.toISOString() } as const;
  const closed = changeDecision(write, decision, fields, "decision.closed");
  await notify(write, ctx, {
    kind: "decision_closed",
    to: { role: "guest" },
    subject: decision.title,
    text: winner.name,
    entityId: decision.id,
  });
  return closed;
}

/**
 * Marks a decision as tied: the deadline found no single winner, so somebody has to choose, and everyone is notified.
 */
export async function writeTied(ctx: Ctx, write: TripWrite, decision: DecisionDto): Promise<void> {
  changeDecision(write, decision, { status: "tied" }, "decision.tied");
  await notify(write, ctx, {
    kind: "decision_tied",
    to: { role: "guest" },
    subject: decision.title,
    entityId: decision.id,
  });
}
