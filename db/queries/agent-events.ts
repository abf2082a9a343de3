import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { agentEvents, agentThreads } from "#db/schema/agent.ts";
import type { AgentEvent } from "#lib/shared/agent.ts";
import { isoInstant, param } from "./projection.ts";

const eventJson = sql`${agentEvents.body} - 'proposed' || jsonb_build_object('cursor', ${agentEvents.cursor}, 'at', ${isoInstant(agentEvents.at)})`;

/** Events of the agent, oldest first. */
export const selectAgentEvents = statement<
  { tripId: string; after: number; limit: number },
  { event: AgentEvent }
>(
  "select_agent_events",
  sql`select ${eventJson} as event
    from ${agentEvents} where ${agentEvents.tripId} = ${param("tripId", "uuid")}
      and ${agentEvents.cursor} > ${sql.placeholder("after")}::bigint
    order by ${agentEvents.cursor} limit ${param("limit", "int")}`,
);

/**
 * The state of a trip's thread with the agent, together with each event after a cursor, oldest first. There is one row
 * without an event if there is none, or if the cursor is null.
 */
export const selectAgentStateAndEvents = statement<
  { tripId: string; after: number | null; limit: number },
  { cursor: number; isAtWork: boolean; event: AgentEvent | null }
>(
  "select_agent_news",
  sql`select ${agentThreads.cursor}::float8 as cursor, ${agentThreads.runId} is not null as "isAtWork", news.event as event
    from ${agentThreads} left join lateral (
      select ${agentEvents.cursor} as cursor, ${eventJson} as event from ${agentEvents}
      where ${agentEvents.tripId} = ${param("tripId", "uuid")} and ${agentEvents.cursor} > ${sql.placeholder("after")}::bigint
      order by ${agentEvents.cursor} limit ${param("limit", "int")}) news on true
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} order by news.cursor`,
);
