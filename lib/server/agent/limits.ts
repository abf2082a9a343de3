import { addAgentUsage, selectAgentCost } from "#db/queries/agent-usage.ts";
import { agentApi } from "#lib/shared/api/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { log } from "../http/log.ts";
import type { ToolRun } from "./tool.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WINDOW_SECONDS = 600;

/**
 * Checks how many messages one user, and all members of a trip together, may send to the agent.
 * @throws AppError RATE_LIMITED
 */
export async function requireWithinMessageLimit(ctx: Ctx, tripId: string): Promise<void> {
  const { AGENT_ASKS_PER_PERSON, AGENT_ASKS_PER_TRIP } = env();
  const limits = [
    { subject: ctx.viewer.userId, max: AGENT_ASKS_PER_PERSON },
    { subject: tripId, max: AGENT_ASKS_PER_TRIP },
  ];
  for (const { subject, max } of limits) {
    const rule = { windowSeconds: WINDOW_SECONDS, max };
    await requireWithinLimit(new Headers(), agentApi.ask.path, rule, { subject });
  }
}

/**
 * Checks the daily budget of a trip.
 * @throws AppError RATE_LIMITED once the trip's runs of the last 24 hours have cost as much as allowed
 */
export async function requireWithinCostLimit(ctx: Ctx, tripId: string): Promise<void> {
  const { AGENT_MAX_DAILY_COST } = env();
  if (AGENT_MAX_DAILY_COST === undefined) return;
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const [spent] = await selectAgentCost(ctx.db, { tripId, since });
  if ((spent?.cost ?? 0) < AGENT_MAX_DAILY_COST * 1_000_000) return;
  throw new AppError(
    "RATE_LIMITED",
    "The agent has done all it may for this trip today. Ask again tomorrow.",
    {
      details: { retryAfter: DAY_MS / 1000 },
    },
  );
}

/** Stores the cost of an answer; the run continues if that fails. */
export async function recordUsage(
  ctx: ToolRun["ctx"],
  usage: { inputTokens: number; outputTokens: number; cost: number },
): Promise<void> {
  await addAgentUsage(ctx.db, { runId: ctx.run.id, ...usage }).catch((error: unknown) => {
    log().error({ err: error, runId: ctx.run.id, ...usage }, "what an answer has cost was not written down");
  });
}

/** Returns the cost of an answer in millionths of the prices' currency; prices are per million tokens. */
export function costOf({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): number {
  const { AGENT_INPUT_PRICE, AGENT_OUTPUT_PRICE } = env();
  return Math.ceil(inputTokens * AGENT_INPUT_PRICE + outputTokens * AGENT_OUTPUT_PRICE);
}
