import { markPublished } from "#db/queries/outbox.ts";
import { freshDatabase } from "../database.ts";
import { log } from "../http/log.ts";

/** A trip's row is what its writes lock, so it is touched once a second at most. */
const FLUSH_AFTER_MS = 1000;

let marks = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/** Remembers that the room has a trip's events up to `seq`; the database hears of it a little later. */
export function notePublished(tripId: string, seq: number): void {
  marks.set(tripId, Math.max(seq, marks.get(tripId) ?? 0));
  timer ??= setTimeout(() => void flushMarks(), FLUSH_AFTER_MS).unref();
}

/** Never rejects: a lost mark costs one more publishing, which the room drops. */
export async function flushMarks(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (marks.size === 0) return;
  const due = [...marks].map(([id, seq]) => ({ id, seq }));
  marks = new Map();
  try {
    await markPublished(freshDatabase(), { marks: JSON.stringify(due) });
  } catch (error) {
    log().warn({ err: error }, "published events were not noted");
  }
}
