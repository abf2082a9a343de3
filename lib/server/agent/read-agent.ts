import type { Db } from "#db/client.ts";
import { selectAgentEvents } from "#db/queries/agent-events.ts";
import { selectAgentMessages, selectAgentStatus } from "#db/queries/agent.ts";
import type { AgentEventPage, AgentMessageDto, AgentStatusDto } from "#lib/shared/agent.ts";
import { invalidField } from "#lib/shared/errors.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";

/** Lists the messages of the trip's thread with the agent, newest first. */
export async function listAgentMessages(
  ctx: Ctx,
  tripId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<AgentMessageDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectAgentMessages(ctx.db, { tripId, before: readBefore(cursor), limit });
  const last = rows.at(-1);
  if (last && rows.length === limit) ctx.reply.nextCursor = String(last.message.cursor);
  return rows.map(({ message }) => message);
}

function readBefore(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalidField("query.cursor", "Take the cursor from the Link header.");
}

/** Lists the agent's events, oldest first; a page shorter than `limit` is the last one. */
export async function listAgentEvents(
  ctx: Ctx,
  tripId: string,
  { after, limit }: { after: number; limit: number },
): Promise<AgentEventPage> {
  const rows = await selectAgentEvents(ctx.db, { tripId, after, limit });
  // Access is checked after the read: a caller who may read now could read all older events.
  await requireAccess(ctx, tripId, "guest");
  const events = rows.map(({ event }) => event);
  return { events, cursor: events.at(-1)?.cursor ?? after };
}

export async function getAgentStatus(ctx: Ctx, tripId: string): Promise<AgentStatusDto> {
  await requireAccess(ctx, tripId, "guest");
  return readStatus(ctx.db, tripId);
}

/** Returns the agent's status. The caller must have checked access. */
export async function readStatus(db: Db, tripId: string): Promise<AgentStatusDto> {
  const [row] = await selectAgentStatus(db, { tripId });
  if (!row) throw new Error("A query for one row returned none.");
  return row.status;
}
