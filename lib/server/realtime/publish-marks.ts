import { closeRooms, markPublished } from "#db/queries/outbox.ts";
import { freshDatabase } from "../process/database.ts";
import { log } from "../http/log.ts";
import { onShutdown } from "../process/graceful-shutdown.ts";

/** How long marks are collected until they are written: each write locks its trip's row, so it is done rarely. */
const FLUSH_AFTER_MS = 1000;

let marks = new Map<string, number>();
let closed = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/** Notes that the room has a trip's events up to `seq`; the database is updated a little later. */
export function notePublished(tripId: string, seq: number): void {
  marks.set(tripId, Math.max(seq, marks.get(tripId) ?? 0));
  flushSoon();
}

/**
 * Notes that a room has no socket and needs no events; `epoch` is the room's epoch at the write of the events that were
 * sent to it.
 */
export function noteClosedRoom(tripId: string, epoch: number): void {
  closed.set(tripId, epoch);
  flushSoon();
}

function flushSoon(): void {
  onShutdown("marks of the outbox", writePublishMarks);
  timer ??= setTimeout(() => void writePublishMarks(), FLUSH_AFTER_MS).unref();
}

/**
 * Writes the notes to the database. It never rejects: events without a mark are published once more, and the room drops
 * them.
 */
export async function writePublishMarks(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const published = [...marks].map(([id, seq]) => ({ id, seq }));
  const rooms = [...closed].map(([id, epoch]) => ({ id, epoch }));
  marks = new Map();
  closed = new Map();
  try {
    if (published.length > 0) await markPublished(freshDatabase(), { marks: JSON.stringify(published) });
    if (rooms.length > 0) await closeRooms(freshDatabase(), { rooms: JSON.stringify(rooms) });
  } catch (error) {
    log().warn({ err: error }, "published events were not noted");
  }
}
