import {
  closeInboxRoom,
  type InboxRoom,
  markInboxRoomNotified,
  selectDueRooms,
} from "#db/queries/inbox-rooms.ts";
import { selectInboxState } from "#db/queries/notifications.ts";
import type { Db } from "#db/client.ts";
import { freshDatabase } from "../process/database.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { RoomRefused, postToInbox } from "./rooms.ts";

/** The age up to which changes are left to the process that wrote them, which still delivers them. */
const GRACE_MS = 5000;
const ROOMS = 200;

/** Whether a user's inbox changed again while the user's room was being notified, by the user's id. */
const underWay = new Map<string, boolean>();

/**
 * Sends the state of a user's inbox to the user's room, at least once and without delaying the caller. What cannot be
 * delivered stays due, and a later tick sends it.
 */
export function scheduleInboxUpdate(room: InboxRoom): void {
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
  const { isListening } = await postToInbox(userId, { type: "notified", ...state });
  if (isListening) await markInboxRoomNotified(db, { userId, seq: state.seq });
  else await closeInboxRoom(db, { userId, epoch });
}

/** Sends the state of inboxes to the rooms that could not be reached at the change. */
export async function sendMissedInboxUpdates(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GRACE_MS);
  for (const room of await selectDueRooms(db, { before, limit: ROOMS })) {
    try {
      await nudge(db, room);
    } catch (error) {
      log().warn({ err: error }, "a person's room was not reached");
      // One host has all rooms: if it is down, the requests to the other rooms would fail too.
      if (!(error instanceof RoomRefused)) return;
    }
  }
}
