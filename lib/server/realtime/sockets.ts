import { setTimeout as sleep } from "node:timers/promises";
import { selectTripIdsOfUser } from "#db/queries/outbox.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { CloseCommand, RoomAnswer } from "#lib/shared/protocol.ts";
import { freshDatabase } from "../process/database.ts";
import { log } from "../http/log.ts";
import { postToInbox, postToRoom } from "./rooms.ts";

const AT_ONCE = 8;
/**
 * After so many attempts a room that is down has lost its sockets, and checks each socket that connects again. Other
 * rooms check their sessions from time to time.
 */
const ATTEMPTS = 4;
const RETRY = { firstMs: 100, maxMs: 1000 };

export interface SocketTarget {
  /** The trips whose sockets are closed; absent: every trip of `userId`, and that user's inbox. */
  tripIds?: readonly string[];
  /** The user whose sockets are closed; absent: everyone's, or those of `sessionId`. */
  userId?: string;
  sessionId?: string;
  /** A close code from CLOSE. */
  code: number;
  reason: string;
}

/** Closes sockets at once, and invalidates the tickets that were issued before. Rooms that are down have no sockets. */
export async function closeSockets({
  tripIds,
  userId,
  sessionId,
  code,
  reason,
}: SocketTarget): Promise<void> {
  const ids = tripIds ?? (userId === undefined ? [] : await tripsOf(userId));
  // The user's other sessions stay open, so the command contains only the session's id.
  const whose =
    sessionId === undefined ? { userId: userId ?? null, sessionId: null } : { userId: null, sessionId };
  const command: CloseCommand = { type: "close", code, reason, ...whose };
  if (tripIds === undefined && userId !== undefined)
    await insist(() => postToInbox(userId, command), { userId });
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(
      ids
        .slice(start, start + AT_ONCE)
        .map((tripId) => insist(() => postToRoom(tripId, command), { tripId })),
    );
  }
}

async function tripsOf(userId: string): Promise<string[]> {
  const rows = await selectTripIdsOfUser(freshDatabase(), { userId });
  return rows.map(({ id }) => id);
}

async function insist(tell: () => Promise<RoomAnswer>, whom: object): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(backoffDelay(attempt - 1, RETRY, systemClock));
    try {
      await tell();
      return;
    } catch (error) {
      if (attempt + 1 === ATTEMPTS) log().warn({ err: error, ...whom }, "sockets were not closed");
    }
  }
}
