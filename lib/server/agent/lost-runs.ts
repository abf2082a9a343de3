import type { Database } from "#db/client.ts";
import { selectLostRuns } from "#db/queries/agent.ts";
import { log } from "../http/log.ts";
import { endLostRun } from "./end-run.ts";
import { announceAgent } from "./nudge-room.ts";

const RUNS = 50;

/** Ends runs whose process is gone. */
export async function endLostRuns(db: Database, now: Date): Promise<void> {
  for (const { tripId, runId } of await selectLostRuns(db, { before: now, limit: RUNS })) {
    try {
      if (!(await db.transaction((tx) => endLostRun(tx, tripId, runId, now)))) continue;
      log().warn({ tripId, runId }, "a run of the agent was lost");
      announceAgent(tripId);
    } catch (error) {
      // One that can't be ended must not keep the others.
      log().error({ err: error, tripId, runId }, "a lost run of the agent could not be ended");
    }
  }
}
