import { type Database, runPipelined } from "#db/client.ts";
import {
  type DueDecision,
  selectDecision,
  selectDueDecisions,
  selectDecisionVotes,
} from "#db/queries/decisions.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { tallyVotes } from "#lib/shared/tally.ts";
import { writeAs } from "../account/write-as.ts";
import type { Ctx } from "../context.ts";
import { log } from "../http/log.ts";
import type { TripWrite } from "../writes/write.ts";
import { writeClosed, writeTied } from "./close-decision.ts";

const BATCH = 50;

/**
 * Closes the decisions whose deadline is past, or marks them as tied. Any number of instances may do so at once,
 * because each decision is checked again under the trip's lock. A decision that fails is logged, does not delay the
 * others, and is tried again.
 */
export async function closeDueDecisions(db: Database, now: Date): Promise<void> {
  let last: DueDecision | undefined;
  for (;;) {
    const after = { afterDeadline: last?.deadline ?? null, afterId: last?.decisionId ?? null };
    const due = await selectDueDecisions(db, { now, ...after, limit: BATCH });
    for (const { tripId, decisionId } of due) {
      try {
        await writeAs(db, null, tripId, (write, ctx) => settle(ctx, write, decisionId, now));
      } catch (error) {
        log().error({ err: error, tripId, decisionId }, "a decision was not closed");
      }
    }
    last = due.at(-1);
    if (!last || due.length < BATCH) return;
  }
}

async function settle(ctx: Ctx, write: TripWrite, decisionId: string, now: Date): Promise<void> {
  const ids = { tripId: write.trip.id, decisionId };
  const [[found], [poll]] = await runPipelined([
    selectDecision(write.tx, ids),
    selectDecisionVotes(write.tx, ids),
  ]);
  if (!found || !poll || write.trip.archivedAt || write.trip.deletedAt) return;
  const { decision } = found;
  if (!isDue(decision, now)) return;
  const { candidates, present } = poll;
  const { leaders } = tallyVotes(candidates, new Set(present));
  const winner = leaders.length === 1 ? candidates.find(({ id }) => id === leaders[0]) : undefined;
  if (winner) await writeClosed(ctx, write, { decision, winner, candidates });
  else await writeTied(ctx, write, decision);
}

function isDue({ status, deadline, deletedAt }: DecisionDto, now: Date): boolean {
  return (
    status === "open" && deletedAt === null && deadline !== null && Date.parse(deadline) <= now.getTime()
  );
}
