import { selectAgentEvents } from "#db/queries/agent-events.ts";
import { requireAccess, sessionsThatMayRead } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { sentEvent } from "../http/sent-events.ts";
import { requireAgent } from "./configured.ts";
import { takeStreamSlot } from "./stream-slots.ts";
import { type FeedEvent, type FeedSubscription, type FeedReadResult, joinFeed } from "./trip-feed.ts";

/** The page size for a reader who is further behind than the feed's buffer. */
const PAGE = 200;

/**
 * Streams all events after a cursor as they arrive, until `ctx.signal` aborts. A user who is removed or signs out gets
 * no more.
 * @throws AppError before the first event; RATE_LIMITED when too many streams are open
 */
export async function streamAgentEvents(
  ctx: Ctx,
  tripId: string,
  { after, lastEventId }: { after: number; lastEventId: string | null },
): Promise<AsyncIterable<Uint8Array>> {
  requireAgent();
  await requireAccess(ctx, tripId, "guest");
  takeStreamSlot(ctx.viewer.userId, tripId, ctx.signal);
  const resumed = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : after;
  return eventsAfter(ctx, tripId, resumed, joinFeed(tripId, ctx.viewer.sessionId, ctx.signal));
}

async function* eventsAfter(
  ctx: Ctx,
  tripId: string,
  after: number,
  seat: FeedSubscription,
): AsyncGenerator<Uint8Array, void> {
  let cursor = after;
  // The feed may have read some time ago, so a new reader first reads from the database.
  for (let found: FeedReadResult = "missed"; found; found = await seat.next(cursor)) {
    const { head } = seat;
    const events = found === "missed" ? await readPage(ctx, tripId, cursor) : found;
    if (!events) return;
    for (const event of events) {
      if (seat.isOver) return;
      cursor = event.cursor;
      yield event.bytes;
    }
    // Without events, the cursor goes on to the position of the feed's read, up to which there was none.
    if (events.length === 0) cursor = Math.max(cursor, head);
  }
}

/** Reads a page of events; null once the reader may not read any more. */
async function readPage(ctx: Ctx, tripId: string, after: number): Promise<FeedEvent[] | null> {
  const rows = await selectAgentEvents(ctx.db, { tripId, after, limit: PAGE });
  // Access is checked after the read: a reader who may read now could read all older events.
  const { sessionId } = ctx.viewer;
  const mayRead = await sessionsThatMayRead(ctx.db, tripId, [sessionId], ctx.now());
  if (!mayRead.has(sessionId)) return null;
  return rows.map(({ event }) => ({
    cursor: event.cursor,
    bytes: sentEvent(String(event.cursor), event),
  }));
}
