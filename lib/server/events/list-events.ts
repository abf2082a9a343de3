import { runPipelined } from "#db/client.ts";
import { selectEvents } from "#db/queries/events.ts";
import type { EventPage } from "#lib/shared/events.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "./wire.ts";

/** Returns the trip's events after a seq, oldest first. A page shorter than `limit` is the last one. */
export async function listEvents(ctx: Ctx, tripId: string, after: number, limit: number): Promise<EventPage> {
  const [access, rows] = await runPipelined([
    requireAccess(ctx, tripId, "guest"),
    selectEvents(ctx.db, { tripId, after, limit }),
  ]);
  const events = rows.map((row) => toWireFor(row, ctx.viewer.userId));
  // The newer seq counts, because an event may have been committed between the two reads.
  return { events, seq: Math.max(access.seq, events.at(-1)?.seq ?? 0) };
}
