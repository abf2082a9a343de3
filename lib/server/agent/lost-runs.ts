import type { Database } from "#db/client.ts";
import { selectLostRuns } from "#db/queries/agent.ts";
import { log } from "../http/log.ts";
import { endLostRun } from "./end-run.ts";
import { announceAgent } from "./nudge-room.ts";

const RUNS = 50;

/** Ends runs whose process is gone. */
export async function endLostRuns(db: Database, now: Date): Promise<void> {
  for (const { tripId, runId } of await selectLostRuns(db, { before: now, limit: RUNS })) {
    const isMine = await db.transaction((tx) => endLostRun(tx, tripId, runId, now));
    if (!isMine) continue;
    log().warn({ tripId, runId }, "a run of the agent was lost");
    announceAgent(tripId);
  }
}
