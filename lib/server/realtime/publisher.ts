import { nextTick } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { RoomEvent } from "#lib/shared/protocol.ts";
import { env } from "../env/env.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { writePublishMarks, noteClosedRoom, notePublished } from "./publish-marks.ts";
import { postToRoom } from "./rooms.ts";

const ATTEMPTS = 3;
const RETRY = { firstMs: 100, maxMs: 1000 };

/** Events of one trip that are being sent to its room. */
interface Batch {
  events: RoomEvent[];
  /** The epoch of the trip's room when the last of the events was written. */
  roomEpoch: number;
}

/** By trip: the events that wait while the batch before them is being sent. */
const waiting = new Map<string, Batch>();

/**
 * Sends committed events to the trip's room, at least once and in order. It starts at once, and the caller does not
 * wait for the room. Events that cannot be delivered are still in the event log, and a later tick sends them. A room
 * that does not listen gets no events: it reads the event log when the next socket connects.
 * The promise resolves one turn later. By then the request has left if a connection to the room is open and idle;
 * otherwise it leaves when there is one. The caller waits for that turn before it builds its answer, because Node would
 * write the request only after that work.
 */
export function schedulePublish(tripId: string, { events, roomEpoch }: Batch): Promise<void> {
  if (roomEpoch <= 0) return Promise.resolve();
  const next = waiting.get(tripId);
  if (next) {
    next.events.push(...events);
    next.roomEpoch = Math.max(roomEpoch, next.roomEpoch);
    return Promise.resolve();
  }
  waiting.set(tripId, { events: [...events], roomEpoch });
  defer(() => drain(tripId), "publishing");
  return new Promise((resolve) => nextTick(resolve));
}

async function drain(tripId: string): Promise<void> {
  let batch = take(tripId);
  while (batch.events.length > 0) {
    await deliver(tripId, batch);
    batch = take(tripId);
  }
  waiting.delete(tripId);
  // On the edge nothing runs between two requests, so a timer would never write the marks.
  if (env().isEdge) await writePublishMarks();
}

function take(tripId: string): Batch {
  const { events, roomEpoch } = waiting.get(tripId) ?? { events: [], roomEpoch: 0 };
  waiting.set(tripId, { events: [], roomEpoch: 0 });
  return { events: events.toSorted((a, b) => a.event.seq - b.event.seq), roomEpoch };
}

async function deliver(tripId: string, { events, roomEpoch }: Batch): Promise<void> {
  const seq = events.at(-1)?.event.seq ?? 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(backoffDelay(attempt - 1, RETRY, systemClock));
    try {
      const { isListening } = await postToRoom(tripId, { type: "publish", events });
      if (isListening) notePublished(tripId, seq);
      else noteClosedRoom(tripId, roomEpoch);
      return;
    } catch (error) {
      if (attempt + 1 === ATTEMPTS) log().warn({ err: error, tripId, seq }, "the room was not reached");
    }
  }
}
