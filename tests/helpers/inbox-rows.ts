import { and, eq } from "drizzle-orm";
import { notifications } from "#db/schema/notifications.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { NotificationKind } from "#lib/shared/notifications.ts";

/**
 * Returns the ids of the users who were notified of an event of this kind, sorted. A user who got two notifications is
 * listed twice.
 */
export async function notifiedUsers(tripId: string, kind: NotificationKind): Promise<string[]> {
  const isOne = and(eq(notifications.tripId, tripId), eq(notifications.kind, kind));
  const { drizzle } = freshDatabase();
  const rows = await drizzle.select({ userId: notifications.userId }).from(notifications).where(isOne);
  return rows.map(({ userId }) => userId).toSorted();
}
