import { commentsApi } from "#lib/shared/api/comments.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";

/**
 * The limit of a user's comments: as fast as anybody types during a long chat. Every comment is sent to everybody in
 * the trip.
 */
const TEXTS = { windowSeconds: 600, max: 300 };
/** The limit of texts with mentions, each of up to fifty people, who also get a push message. */
const MENTIONS = { windowSeconds: 600, max: 60 };

/**
 * Checks the rate limits of comments.
 * @throws AppError RATE_LIMITED, UNAVAILABLE
 */
export async function requireWithinComments(ctx: Ctx, mentions: readonly string[]): Promise<void> {
  const { path } = commentsApi.create;
  const who = { subject: ctx.viewer.userId };
  if (mentions.length > 0) await requireWithinLimit(new Headers(), `${path} mentions`, MENTIONS, who);
  await requireWithinLimit(new Headers(), path, TEXTS, who);
}
