import { selectAgentNudge } from "#db/queries/agent.ts";
import { freshDatabase } from "../database.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { tellRoom } from "../realtime/rooms.ts";
import { wakeAgentReaders } from "./wakes.ts";

/**
 * Tells whoever listens that the trip's agent has begun or ended something. A room that can't be reached is not told
 * later: whoever opens the agent reads where it stands.
 */
export function announceAgent(tripId: string): void {
  wakeAgentReaders(tripId);
  defer(() => nudge(tripId), "telling a room of the agent");
}

async function nudge(tripId: string): Promise<void> {
  const [state] = await selectAgentNudge(freshDatabase(), { tripId });
  if (!state) return;
  await tellRoom(tripId, { type: "agent", ...state }).catch((error: unknown) => {
    log().warn({ err: error, tripId }, "the room was not told of the agent");
  });
}
