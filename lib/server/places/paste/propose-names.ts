import { AppError } from "#lib/shared/errors.ts";
import { agentModel } from "../../agent/configured.ts";
import { bareTrace } from "../../agent/bare-trace.ts";
import { requireWithinAsks } from "../../agent/limits.ts";
import type { Ctx } from "../../context.ts";
import { env } from "../../env.ts";
import { log } from "../../http/log.ts";

/**
 * The names that the agent's model sees in sentences. null: there is no model, nothing to read, or no answer; then capitals
 * and quotation marks tell. It counts as a question to the agent. Where a day's costs are limited it is not asked, since
 * only a run's costs are counted.
 */
export async function proposeNames(
  ctx: Ctx,
  tripId: string,
  texts: readonly string[],
): Promise<string[] | null> {
  if (texts.length === 0 || !agentModel() || env().AGENT_MAX_DAILY_COST !== undefined) return null;
  try {
    await requireWithinAsks(ctx, tripId);
    // The SDK is some megabytes of code, which only those who ask have to wait for.
    const { askForNames } = await import("../../agent/ask-for-names.ts");
    return await askForNames(texts.join("\n"), ctx.signal);
  } catch (error) {
    if (!(error instanceof AppError))
      log().warn({ ...bareTrace(error), tripId }, "the model named no places");
    return null;
  }
}
