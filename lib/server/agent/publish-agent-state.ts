import { selectAgentRoomState } from "#db/queries/agent.ts";
import { freshDatabase } from "../process/database.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { postToRoom } from "../realtime/rooms.ts";
import { notifyAgentListeners } from "./agent-listeners.ts";

/**
 * Notifies clients that the trip's agent has started or ended something. If the room cannot be reached, it is not
 * notified later, because a client that opens the agent reads the current state.
 */
export function announceAgent(tripId: string): void {
  notifyAgentListeners(tripId);
  defer(() => nudge(tripId), "telling a room of the agent");
}

async function nudge(tripId: string): Promise<void> {
  const [state] = await selectAgentRoomState(freshDatabase(), { tripId });
  if (!state) return;
  await postToRoom(tripId, { type: "agent", ...state }).catch((error: unknown) => {
    log().warn({ err: error, tripId }, "the room was not told of the agent");
  });
}
