import { setTimeout as sleep } from "node:timers/promises";
import { selectTripIdsOfUser } from "#db/queries/outbox.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { CloseCommand, RoomAnswer } from "#lib/shared/protocol.ts";
import { freshDatabase } from "../database.ts";
import { log } from "../http/log.ts";
import { tellInbox, tellRoom } from "./rooms.ts";

const AT_ONCE = 8;
/** A room that is away for longer has lost its sockets, and who comes back is looked at; others ask by and by. */
const ATTEMPTS = 4;
const RETRY = { firstMs: 100, maxMs: 1000 };

export interface Target {
  /** Absent: every trip of `userId`, and their inbox. */
  tripIds?: readonly string[];
  /** Whose sockets; absent: everyone's, or those of `sessionId`. */
  userId?: string;
  sessionId?: string;
  /** One of CLOSE. */
  code: number;
  reason: string;
}

/** Closes sockets now, and makes tickets that were given out before worthless. Rooms that are away have no sockets. */
export async function closeSockets({ tripIds, userId, sessionId, code, reason }: Target): Promise<void> {
  const ids = tripIds ?? (userId === undefined ? [] : await tripsOf(userId));
  // A session's other devices stay, so the session alone names the sockets.
  const whose =
    sessionId === undefined ? { userId: userId ?? null, sessionId: null } : { userId: null, sessionId };
  const command: CloseCommand = { type: "close", code, reason, ...whose };
  if (tripIds === undefined && userId !== undefined)
    await insist(() => tellInbox(userId, command), { userId });
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(
      ids.slice(start, start + AT_ONCE).map((tripId) => insist(() => tellRoom(tripId, command), { tripId })),
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
