import {
  type NotificationChoices,
  patchTripNotificationSettings,
  selectNotificationChoices,
} from "#db/queries/notification-settings.ts";
import { DEFAULT_DELIVERY } from "#lib/shared/notification-kinds.ts";
import type { TripNotificationPatch, TripNotificationSettings } from "#lib/shared/notifications.ts";
import { refusalOfStranger, requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { writeUserData } from "../writes/user-write.ts";

export async function getTripSettings(ctx: Ctx, tripId: string): Promise<TripNotificationSettings> {
  await requireAccess(ctx, tripId, "guest");
  const [choices] = await selectNotificationChoices(ctx.db, { userId: ctx.viewer.userId, tripId });
  return present(choices);
}

/**
 * Changes the caller's settings for a trip; returns the current ones. Only the caller sees them, so they are no event
 * of the trip.
 */
export async function updateTripSettings(
  ctx: Ctx,
  tripId: string,
  patch: TripNotificationPatch,
): Promise<TripNotificationSettings> {
  const { userId } = ctx.viewer;
  const { memberId } = await requireAccess(ctx, tripId, "guest");
  if (memberId === null) throw await refusalOfStranger(ctx, ctx.db, tripId);
  return writeUserData(ctx, async (tx, at) => {
    await patchTripNotificationSettings(tx, { userId, tripId, patch: JSON.stringify(patch), at });
    const [choices] = await selectNotificationChoices(tx, { userId, tripId });
    return present(choices);
  });
}

function present(choices: NotificationChoices | undefined): TripNotificationSettings {
  const { settings = {}, general = {} } = choices ?? {};
  return { settings, effective: { ...DEFAULT_DELIVERY, ...general, ...settings } };
}
