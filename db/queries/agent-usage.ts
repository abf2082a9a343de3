import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { agentRuns } from "#db/schema/agent.ts";
import { param } from "./projection.ts";

/** Adds the cost of one answer of the model. */
export const addAgentUsage = statement<
  { runId: string; inputTokens: number; outputTokens: number; cost: number },
  never
>(
  "add_agent_usage",
  sql`update ${agentRuns} set steps = ${agentRuns.steps} + 1, input_tokens = ${agentRuns.inputTokens} + ${param("inputTokens", "int")},
      output_tokens = ${agentRuns.outputTokens} + ${param("outputTokens", "int")}, cost = ${agentRuns.cost} + ${sql.placeholder("cost")}::bigint
    where ${agentRuns.id} = ${param("runId", "uuid")}`,
);

/** The cost of a trip's runs since an instant, in millionths. */
export const selectAgentCost = statement<{ tripId: string; since: Date }, { cost: number }>(
  "select_agent_cost",
  sql`select coalesce(sum(${agentRuns.cost}), 0)::float8 as cost from ${agentRuns}
    where ${agentRuns.tripId} = ${param("tripId", "uuid")} and ${agentRuns.startedAt} > ${param("since", "timestamptz")}`,
);
