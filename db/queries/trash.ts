import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { notifications } from "#db/schema/notifications.ts";
import { trips } from "#db/schema/trips.ts";
import { param } from "./projection.ts";

export interface ExpiredTrip {
  tripId: string;
  deletedAt: Date;
}

interface Page {
  before: Date;
  /** The last row of the page before, or null. */
  afterDeletedAt: Date | null;
  afterId: string | null;
  limit: number;
}

/** Trips that were deleted before an instant, the longest deleted first. */
export const selectExpiredTrips = statement<Page, ExpiredTrip>(
  "select_expired_trips",
  sql`select ${trips.id} as "tripId", ${trips.deletedAt} as "deletedAt" from ${trips}
    where ${trips.deletedAt} is not null and ${trips.deletedAt} < ${param("before", "timestamptz")}
      and (${param("afterId", "uuid")} is null
        or (${trips.deletedAt}, ${trips.id}) > (${param("afterDeletedAt", "timestamptz")}, ${param("afterId", "uuid")}))
    order by ${trips.deletedAt}, ${trips.id} limit ${param("limit", "int")}`,
);

/** Locks a trip until it is purged. No row when it was restored or purged, or another write holds its lock. */
export const lockExpiredTrip = statement<{ tripId: string; before: Date }, { isOpen: boolean }>(
  "lock_expired_trip",
  sql`select ${trips.roomEpoch} > 0 as "isOpen" from ${trips}
    where ${trips.id} = ${param("tripId", "uuid")} and ${trips.deletedAt} < ${param("before", "timestamptz")}
    for update skip locked`,
);

/** Users whose inbox counts unread notifications of a trip. */
export const selectUnreadReaders = statement<{ tripId: string }, { userId: string }>(
  "select_unread_readers",
  sql`select distinct ${notifications.userId} as "userId" from ${notifications}
    where ${notifications.tripId} = ${param("tripId", "uuid")} and ${notifications.readAt} is null`,
);
