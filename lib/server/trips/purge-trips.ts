import type { Database } from "#db/client.ts";
import { purgeTrip } from "#db/queries/account-deletions.ts";
import { type InboxRoom, markInboxRoomsDue } from "#db/queries/inbox-rooms.ts";
import {
  type ExpiredTrip,
  lockExpiredTrip,
  selectExpiredTrips,
  selectUnreadReaders,
} from "#db/queries/trash.ts";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import { DELETED_TRIP_DAYS } from "#lib/shared/trip-trash.ts";
import { deleteFilesOfTrip } from "../attachments/jobs.ts";
import { log } from "../http/log.ts";
import { scheduleInboxUpdate } from "../realtime/inbox-updates.ts";
import { closeSockets } from "../realtime/sockets.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 50;

/**
 * Removes the trips that have been deleted for longer than the retention time, one transaction each, the longest
 * deleted first. Any number of instances may do so at once. A trip that fails is logged, does not delay the others, and
 * is tried again by the next run.
 * @returns the number of removed trips
 */
export async function purgeDeletedTrips(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DELETED_TRIP_DAYS * DAY_MS);
  let last: ExpiredTrip | undefined;
  let purged = 0;
  for (;;) {
    const after = { afterDeletedAt: last?.deletedAt ?? null, afterId: last?.tripId ?? null };
    const due = await selectExpiredTrips(db, { before, ...after, limit: BATCH });
    for (const { tripId } of due) {
      try {
        if (await purgeOne(db, tripId, { before, at: now })) purged += 1;
      } catch (error) {
        log().error({ err: error, tripId }, "a deleted trip was not purged");
      }
    }
    last = due.at(-1);
    if (!last || due.length < BATCH) return purged;
  }
}

interface Gone {
  isOpen: boolean;
  inboxes: InboxRoom[];
}

/**
 * Removes one trip. Under its lock it is checked again that it is due, because its owner may have restored it. Files
 * that are missed here are deleted by the sweep.
 */
async function purgeOne(
  db: Database,
  tripId: string,
  { before, at }: { before: Date; at: Date },
): Promise<boolean> {
  const gone = await db.transaction(async (tx): Promise<Gone | null> => {
    const [locked] = await lockExpiredTrip(tx, { tripId, before });
    if (!locked) return null;
    const readers = await selectUnreadReaders(tx, { tripId });
    const inboxes = await markInboxRoomsDue(tx, { userIds: readers.map(({ userId }) => userId), at });
    await purgeTrip(tx, { tripId });
    return { ...locked, inboxes };
  });
  if (!gone) return false;
  for (const room of gone.inboxes) scheduleInboxUpdate(room);
  if (gone.isOpen) {
    await closeSockets({ tripIds: [tripId], code: CLOSE_CODES.cutOff, reason: "This trip was deleted." });
  }
  await deleteFilesOfTrip(tripId);
  return true;
}
