import type { RoomCommand } from "#lib/shared/protocol.ts";
import { env } from "../env.ts";

const ANSWER_WITHIN_MS = 2000;

/** Tells a trip's room something. @throws Error when the room did not take it; telling it again is safe */
export async function tellRoom(tripId: string, command: RoomCommand): Promise<void> {
  const { PARTYKIT_URL, REALTIME_SECRET } = env();
  const response = await fetch(`${PARTYKIT_URL}/parties/main/${tripId}`, {
    method: "POST",
    headers: { authorization: `Bearer ${REALTIME_SECRET}`, "content-type": "application/json" },
    body: JSON.stringify(command),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  // Reading the answer to its end is what lets the connection be used again.
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The room answered ${response.status}.`);
}
