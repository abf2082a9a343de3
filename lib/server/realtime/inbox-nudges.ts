import { closeInboxRoom, type InboxRoom, noteTold, selectDueRooms } from "#db/queries/inbox-rooms.ts";
import { selectInboxState } from "#db/queries/notifications.ts";
import type { Db } from "#db/client.ts";
import { freshDatabase } from "../database.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { RoomRefused, tellInbox } from "./rooms.ts";

/** Younger ones are still in the hands of the process that wrote them. */
const GRACE_MS = 5000;
const ROOMS = 200;

/** By user: whether the inbox changed again while its room was being told. */
const underWay = new Map<string, boolean>();

/**
 * Tells a person's room where their inbox stands, at least once and never delaying the caller. What can't be delivered
 * stays due, and the tick tells it.
 */
export function scheduleNudge(room: InboxRoom): void {
  if (underWay.has(room.userId)) {
    underWay.set(room.userId, true);
    return;
  }
  underWay.set(room.userId, false);
  defer(() => drain(room), "telling of a changed inbox");
}

async function drain(room: InboxRoom): Promise<void> {
  try {
    do {
      underWay.set(room.userId, false);
      await nudge(freshDatabase(), room);
    } while (underWay.get(room.userId));
  } catch (error) {
    log().warn({ err: error }, "a person's room was not reached");
  } finally {
    underWay.delete(room.userId);
  }
}

async function nudge(db: Db, { userId, epoch }: InboxRoom): Promise<void> {
  const [state] = await selectInboxState(db, { userId });
  if (!state) return;
  const { isListening } = await tellInbox(userId, { type: "notified", ...state });
  if (isListening) await noteTold(db, { userId, seq: state.seq });
  else await closeInboxRoom(db, { userId, epoch });
}

/** Tells rooms that were not reached. */
export async function sweepNudges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GRACE_MS);
  for (const room of await selectDueRooms(db, { before, limit: ROOMS })) {
    try {
      await nudge(db, room);
    } catch (error) {
      log().warn({ err: error }, "a person's room was not reached");
      // One host has all the rooms: when it is away, the others would fail as well.
      if (!(error instanceof RoomRefused)) return;
    }
  }
}
