import {
  deleteOldSubscriptions,
  deleteSubscription,
  selectSubscriptions,
  upsertSubscription,
} from "#db/queries/push.ts";
import { AppError, invalidField, notFound } from "#lib/shared/errors.ts";
import type { NewPushSubscription, PushState, PushSubscriptionDto } from "#lib/shared/push.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { writeUserData } from "../writes/user-write.ts";
import { isPublicKey } from "../env/vapid-keys.ts";
import { isPushService } from "./hosts.ts";

const PER_PERSON = 20;

export async function getPushState(ctx: Ctx): Promise<PushState> {
  const { userId, sessionId } = ctx.viewer;
  const rows = await selectSubscriptions(ctx.db, { userId, sessionId });
  const publicKey = env().WEB_PUSH_PUBLIC_KEY ?? null;
  return { publicKey, subscriptions: rows.map(({ subscription }) => subscription) };
}

/**
 * Stores a push subscription, which ends with the session that made it.
 * @throws AppError VALIDATION_FAILED; UNAVAILABLE when push messages are off
 */
export function subscribe(
  ctx: Ctx,
  { endpoint, keys, locale }: NewPushSubscription,
): Promise<PushSubscriptionDto> {
  if (!env().WEB_PUSH_PUBLIC_KEY)
    throw new AppError("UNAVAILABLE", "This service sends no push notifications.");
  if (!isPushService(endpoint))
    throw invalidField("body.endpoint", "This is not the address of a push service.");
  if (!isPublicKey(keys.p256dh)) throw invalidField("body.keys.p256dh", "This is not a P-256 public key.");
  const { userId, sessionId } = ctx.viewer;
  return writeUserData(ctx, async (tx, at) => {
    const row = { id: ctx.newId(), userId, sessionId, endpoint, ...keys, locale, at };
    const [saved] = await upsertSubscription(tx, row);
    if (!saved) throw new Error("An upsert returned no row.");
    await deleteOldSubscriptions(tx, { userId, keep: PER_PERSON });
    return saved.subscription;
  });
}

/**
 * Deletes a push subscription.
 * @throws AppError NOT_FOUND when it belongs to another user or does not exist any more
 */
export function unsubscribe(ctx: Ctx, id: string): Promise<undefined> {
  return writeUserData(ctx, async (tx) => {
    const [gone] = await deleteSubscription(tx, { userId: ctx.viewer.userId, id });
    if (!gone) throw notFound("subscription");
    return undefined;
  });
}
