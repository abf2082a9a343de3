import { and, eq } from "drizzle-orm";
import { notifications } from "#db/schema/notifications.ts";
import { freshDatabase } from "#lib/server/database.ts";
import type { NotificationKind } from "#lib/shared/notifications.ts";

/** The ids of the users who were told of something in a trip, sorted; somebody who was told twice is there twice. */
export async function notifiedUsers(tripId: string, kind: NotificationKind): Promise<string[]> {
  const isOne = and(eq(notifications.tripId, tripId), eq(notifications.kind, kind));
  const { drizzle } = freshDatabase();
  const rows = await drizzle.select({ userId: notifications.userId }).from(notifications).where(isOne);
  return rows.map(({ userId }) => userId).toSorted();
}
