import { AppError } from "#lib/shared/errors.ts";
import { agentModel } from "../../agent/configured.ts";
import { bareTrace } from "../../agent/bare-trace.ts";
import { requireWithinMessageLimit } from "../../agent/limits.ts";
import type { Ctx } from "../../context.ts";
import { env } from "../../env/env.ts";
import { log } from "../../http/log.ts";

/**
 * Returns the names that the agent's model finds in sentences. null: there is no model, nothing to read, or no answer;
 * then the caller uses capital letters and quotation marks. A call counts for the rate limit of the agent. When a daily
 * cost limit is set, the model is not called, because only the costs of agent runs are counted.
 */
export async function proposeNames(
  ctx: Ctx,
  tripId: string,
  texts: readonly string[],
): Promise<string[] | null> {
  if (texts.length === 0 || !agentModel() || env().AGENT_MAX_DAILY_COST !== undefined) return null;
  try {
    await requireWithinMessageLimit(ctx, tripId);
    // The SDK is some megabytes of code, so it is loaded only when it is needed.
    const { askForNames } = await import("../../agent/ask-for-names.ts");
    return await askForNames(texts.join("\n"), ctx.signal);
  } catch (error) {
    if (!(error instanceof AppError))
      log().warn({ ...bareTrace(error), tripId }, "the model named no places");
    return null;
  }
}
