import type { Database } from "#db/client.ts";
import { selectEvents } from "#db/queries/events.ts";
import { selectUnpublished, type UnpublishedTrip } from "#db/queries/outbox.ts";
import { toRoom } from "../events/wire.ts";
import { log } from "../http/log.ts";
import { writePublishMarks, noteClosedRoom, notePublished } from "./publish-marks.ts";
import { RoomRefused, postToRoom } from "./rooms.ts";

/** The age up to which events are left to the process that wrote them, which still delivers them. */
const GRACE_MS = 5000;
const TRIPS = 100;
/** The number of events in one page: about a megabyte of the largest events. */
const PAGE = 100;

/**
 * Publishes the events that have not reached their rooms, trip by trip and in order. Returns how many trips are done.
 */
export async function sweepOutbox(db: Database, now = new Date()): Promise<number> {
  const due = await selectUnpublished(db, { before: new Date(now.getTime() - GRACE_MS), limit: TRIPS });
  let done = 0;
  for (const trip of due) {
    try {
      await publishRest(db, trip);
      done += 1;
    } catch (error) {
      log().warn({ err: error, tripId: trip.id }, "the room was not reached");
      // One host has all rooms: if it is down, the requests to the other rooms would fail too.
      if (!(error instanceof RoomRefused)) break;
    }
  }
  await writePublishMarks();
  return done;
}

async function publishRest(db: Database, trip: UnpublishedTrip): Promise<void> {
  const { id: tripId, publishedSeq, roomEpoch, seq } = trip;
  for (let after = publishedSeq; after < seq;) {
    const rows = await selectEvents(db, { tripId, after, limit: PAGE });
    const last = rows.at(-1);
    if (!last) return;
    const { isListening } = await postToRoom(tripId, { type: "publish", events: rows.map(toRoom) });
    if (!isListening) return noteClosedRoom(tripId, roomEpoch);
    after = last.seq;
    notePublished(tripId, after);
  }
}
