import type { Database } from "#db/client.ts";
import { selectAgentThread, selectLostRuns } from "#db/queries/agent.ts";
import { log } from "../http/log.ts";
import { endLostRun } from "./end-run.ts";
import { announceAgent } from "./nudge-room.ts";

const RUNS = 50;

/** Ends runs whose process is gone. */
export async function endLostRuns(db: Database, now: Date): Promise<void> {
  for (const { tripId, runId } of await selectLostRuns(db, { before: now, limit: RUNS })) {
    try {
      if (!(await endLostRun(db, tripId, runId, now))) continue;
      log().warn({ tripId, runId }, "a run of the agent was lost");
      announceAgent(tripId);
    } catch (error) {
      // One that can't be ended must not keep the others.
      log().error({ err: error, tripId, runId }, "a lost run of the agent could not be ended");
    }
  }
}

/** The same in one trip, for whoever asks there now; the tick may come later. */
export async function endRunIfLost(db: Database, tripId: string, now: Date): Promise<void> {
  const [thread] = await selectAgentThread(db, { tripId });
  if (!thread?.runId || !thread.leaseUntil || thread.leaseUntil > now) return;
  await endLostRun(db, tripId, thread.runId, now);
}
