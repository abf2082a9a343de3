import type { Database } from "#db/client.ts";
import { selectAgentThread, selectLostRuns } from "#db/queries/agent.ts";
import { log } from "../http/log.ts";
import { endLostRun } from "./end-run.ts";
import { announceAgent } from "./publish-agent-state.ts";

const RUNS = 50;

/** Ends the runs whose process has ended. */
export async function endLostRuns(db: Database, now: Date): Promise<void> {
  for (const { tripId, runId } of await selectLostRuns(db, { before: now, limit: RUNS })) {
    try {
      if (!(await endLostRun(db, tripId, runId, now))) continue;
      log().warn({ tripId, runId }, "a run of the agent was lost");
      announceAgent(tripId);
    } catch (error) {
      // A run that cannot be ended must not block the others.
      log().error({ err: error, tripId, runId }, "a lost run of the agent could not be ended");
    }
  }
}

/** Ends the lost run of one trip at once, for a member who sends a message before the next tick. */
export async function endRunIfLost(db: Database, tripId: string, now: Date): Promise<void> {
  const [thread] = await selectAgentThread(db, { tripId });
  if (!thread?.runId || !thread.leaseUntil || thread.leaseUntil > now) return;
  await endLostRun(db, tripId, thread.runId, now);
}
