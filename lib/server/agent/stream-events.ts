import { pipelined } from "#db/client.ts";
import { selectAgentEvents, selectAgentThread } from "#db/queries/agent.ts";
import { selectLiveSession } from "#db/queries/sessions.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireAccess } from "../access.ts";
import type { Ctx } from "../context.ts";
import { sentEvent } from "../http/sent-events.ts";
import { requireAgent } from "./configured.ts";
import { listenToAgent } from "./wakes.ts";

/** What another process has added is found so soon: while it works, and while it does not. */
const LOOK_MS = { atWork: 200, idle: 2000 };
const PAGE = 200;

/**
 * Everything after a cursor, as it comes. Each look asks again who may read: whoever is removed, or signs out, hears no
 * more. @throws AppError before the first event
 */
export async function streamAgentEvents(
  ctx: Ctx,
  tripId: string,
  { after, lastEventId }: { after: number; lastEventId: string | null },
): Promise<AsyncIterable<Uint8Array>> {
  requireAgent();
  await requireAccess(ctx, tripId, "guest");
  const resumed = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : after;
  return eventsAfter(ctx, tripId, resumed);
}

async function* eventsAfter(ctx: Ctx, tripId: string, after: number): AsyncGenerator<Uint8Array, void> {
  const listener = listenToAgent(tripId);
  let cursor = after;
  try {
    while (!ctx.signal.aborted) {
      const page = await look(ctx, tripId, cursor);
      if (!page) break;
      for (const event of page.events) {
        cursor = event.cursor;
        yield sentEvent(String(cursor), event);
      }
      if (page.events.length === PAGE) continue;
      await listener.heard(page.isAtWork ? LOOK_MS.atWork : LOOK_MS.idle, ctx.signal);
    }
  } finally {
    listener.close();
  }
}

/** null once the reader may not read any more. */
async function look(ctx: Ctx, tripId: string, after: number) {
  try {
    const [[thread], rows] = await pipelined([
      selectAgentThread(ctx.db, { tripId }),
      selectAgentEvents(ctx.db, { tripId, after, limit: PAGE }),
    ]);
    // Asked afterwards: who may read now could read all that is older.
    const [, [session]] = await pipelined([
      requireAccess(ctx, tripId, "guest"),
      selectLiveSession(ctx.db, { sessionId: ctx.viewer.sessionId, now: ctx.now() }),
    ]);
    if (!session) return null;
    return { events: rows.map(({ event }) => event), isAtWork: (thread?.runId ?? null) !== null };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
