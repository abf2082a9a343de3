import { nextTick } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { RoomEvent } from "#lib/shared/protocol.ts";
import { env } from "../env.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { flushMarks, noteClosed, notePublished } from "./marks.ts";
import { tellRoom } from "./rooms.ts";

const ATTEMPTS = 3;
const RETRY = { firstMs: 100, maxMs: 1000 };

/** Events of one trip on their way to its room. */
interface Batch {
  events: RoomEvent[];
  /** The trip's when the last of them was written. */
  roomEpoch: number;
}

/** What waits while the batch before it is on its way, by trip. */
const waiting = new Map<string, Batch>();

/**
 * Sends committed events to the trip's room, at least once and in order; at once, and without a wait for the room. What
 * can't be delivered is still in the log, and the tick sends it. A room that does not listen is not woken up: it asks
 * for the log when somebody comes.
 *
 * Settles a tick later, in which they leave where a connection to the room is open and idle; otherwise they leave when
 * there is one. A caller waits for that tick before it makes its answer, which would all be done before Node writes.
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
  // On the edge nothing runs between two requests, so no timer would.
  if (env().isEdge) await flushMarks();
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
      const { isListening } = await tellRoom(tripId, { type: "publish", events });
      if (isListening) notePublished(tripId, seq);
      else noteClosed(tripId, roomEpoch);
      return;
    } catch (error) {
      if (attempt + 1 === ATTEMPTS) log().warn({ err: error, tripId, seq }, "the room was not reached");
    }
  }
}
