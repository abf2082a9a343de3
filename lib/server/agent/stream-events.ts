import { selectAgentEvents } from "#db/queries/agent-events.ts";
import { requireAccess, sessionsThatMayRead } from "../access.ts";
import type { Ctx } from "../context.ts";
import { sentEvent } from "../http/sent-events.ts";
import { requireAgent } from "./configured.ts";
import { takeStreamPlace } from "./stream-places.ts";
import { type FeedEvent, type FeedSeat, type Found, joinFeed } from "./trip-feed.ts";

/** What somebody reads for themselves who is further behind than is kept for all. */
const PAGE = 200;

/**
 * Everything after a cursor, as it comes, until `ctx.signal`. Whoever is removed, or signs out, hears no more.
 * @throws AppError before the first event; RATE_LIMITED where too many are open
 */
export async function streamAgentEvents(
  ctx: Ctx,
  tripId: string,
  { after, lastEventId }: { after: number; lastEventId: string | null },
): Promise<AsyncIterable<Uint8Array>> {
  requireAgent();
  await requireAccess(ctx, tripId, "guest");
  takeStreamPlace(ctx.viewer.userId, tripId, ctx.signal);
  const resumed = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : after;
  return eventsAfter(ctx, tripId, resumed, joinFeed(tripId, ctx.viewer.sessionId, ctx.signal));
}

async function* eventsAfter(
  ctx: Ctx,
  tripId: string,
  after: number,
  seat: FeedSeat,
): AsyncGenerator<Uint8Array, void> {
  let cursor = after;
  // The feed may have looked some time ago: whoever comes looks for themselves first.
  for (let found: Found = "missed"; found; found = await seat.next(cursor)) {
    const { head } = seat;
    const events = found === "missed" ? await readPage(ctx, tripId, cursor) : found;
    if (!events) return;
    for (const event of events) {
      if (seat.isOver) return;
      cursor = event.cursor;
      yield event.bytes;
    }
    // There was nothing up to where the feed had come to before.
    if (events.length === 0) cursor = Math.max(cursor, head);
  }
}

/** null once the reader may not read any more. */
async function readPage(ctx: Ctx, tripId: string, after: number): Promise<FeedEvent[] | null> {
  const rows = await selectAgentEvents(ctx.db, { tripId, after, limit: PAGE });
  // Asked afterwards: who may read now could read all that is older.
  const { sessionId } = ctx.viewer;
  const mayRead = await sessionsThatMayRead(ctx.db, tripId, [sessionId], ctx.now());
  if (!mayRead.has(sessionId)) return null;
  return rows.map(({ event }) => ({
    cursor: event.cursor,
    bytes: sentEvent(String(event.cursor), event),
  }));
}
