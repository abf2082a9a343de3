import { commentsApi } from "#lib/shared/api/comments.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";

/** By person: as fast as anybody types, for as long as a chat lasts. Every comment reaches everybody in the trip. */
const TEXTS = { windowSeconds: 600, max: 300 };
/** Texts that name somebody, each of up to fifty people, who are told of it by push too. */
const MENTIONS = { windowSeconds: 600, max: 60 };

/** @throws AppError RATE_LIMITED, UNAVAILABLE */
export async function requireWithinComments(ctx: Ctx, mentions: readonly string[]): Promise<void> {
  const { path } = commentsApi.create;
  const who = { subject: ctx.viewer.userId };
  if (mentions.length > 0) await requireWithinLimit(new Headers(), `${path} mentions`, MENTIONS, who);
  await requireWithinLimit(new Headers(), path, TEXTS, who);
}
