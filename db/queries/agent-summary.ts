import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { agentMessages, agentThreads } from "#db/schema/agent.ts";
import { param } from "./projection.ts";

/** The summary of the thread up to and including the message of that cursor; 0 and null if there is no summary yet. */
export const selectAgentSummary = statement<{ tripId: string }, { summary: string | null; until: number }>(
  "select_agent_summary",
  sql`select ${agentThreads.summary} as summary, coalesce(${agentMessages.cursor}, 0)::float8 as until
    from ${agentThreads} left join ${agentMessages} on ${agentMessages.id} = ${agentThreads.summaryUntil}
    where ${agentThreads.tripId} = ${param("tripId", "uuid")}`,
);

/** Stores a summary, only for the run that holds the thread: another run has read other messages. */
export const saveAgentSummary = statement<
  { tripId: string; runId: string; summary: string; until: string },
  never
>(
  "save_agent_summary",
  sql`update ${agentThreads} set summary = ${param("summary", "text")}, summary_until = ${param("until", "uuid")}
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${agentThreads.runId} = ${param("runId", "uuid")}`,
);
