import { setTimeout as sleep } from "node:timers/promises";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { RoomEvent } from "#lib/shared/protocol.ts";
import { env } from "../env.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { flushMarks, notePublished } from "./marks.ts";
import { tellRoom } from "./rooms.ts";

const ATTEMPTS = 3;
const RETRY = { firstMs: 100, maxMs: 1000 };

/** Events that wait while the ones before them are on their way, by trip. */
const waiting = new Map<string, RoomEvent[]>();

/**
 * Sends committed events to the trip's room, at least once and in order; at once, and never delaying the caller. What
 * can't be delivered is still in the log, and the tick sends it.
 */
export function schedulePublish(tripId: string, events: RoomEvent[]): void {
  const queue = waiting.get(tripId);
  if (queue) {
    queue.push(...events);
    return;
  }
  waiting.set(tripId, [...events]);
  defer(() => drain(tripId), "publishing");
}

async function drain(tripId: string): Promise<void> {
  let batch = take(tripId);
  while (batch.length > 0) {
    await deliver(tripId, batch);
    batch = take(tripId);
  }
  waiting.delete(tripId);
  // On the edge nothing runs between two requests, so no timer would.
  if (env().isEdge) await flushMarks();
}

function take(tripId: string): RoomEvent[] {
  const batch = waiting.get(tripId) ?? [];
  waiting.set(tripId, []);
  return batch.toSorted((a, b) => a.event.seq - b.event.seq);
}

async function deliver(tripId: string, events: RoomEvent[]): Promise<void> {
  const seq = events.at(-1)?.event.seq ?? 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(backoffDelay(attempt - 1, RETRY, systemClock));
    try {
      await tellRoom(tripId, { type: "publish", events });
      notePublished(tripId, seq);
      return;
    } catch (error) {
      if (attempt + 1 === ATTEMPTS) log().warn({ err: error, tripId, seq }, "the room was not reached");
    }
  }
}
