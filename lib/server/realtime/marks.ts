import { closeRooms, markPublished } from "#db/queries/outbox.ts";
import { freshDatabase } from "../database.ts";
import { log } from "../http/log.ts";
import { beforeTheEnd } from "../stopping.ts";

/** A trip's row is what its writes lock, so it is touched once a second at most. */
const FLUSH_AFTER_MS = 1000;

let marks = new Map<string, number>();
let closed = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/** Remembers that the room has a trip's events up to `seq`; the database hears of it a little later. */
export function notePublished(tripId: string, seq: number): void {
  marks.set(tripId, Math.max(seq, marks.get(tripId) ?? 0));
  flushSoon();
}

/** Remembers that a room listens to nothing; `epoch` is the one that the events it was told of were written in. */
export function noteClosed(tripId: string, epoch: number): void {
  closed.set(tripId, epoch);
  flushSoon();
}

function flushSoon(): void {
  beforeTheEnd("marks of the outbox", flushMarks);
  timer ??= setTimeout(() => void flushMarks(), FLUSH_AFTER_MS).unref();
}

/** Never rejects: what is not noted costs one more publishing, which the room drops. */
export async function flushMarks(): Promise<void> {
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
