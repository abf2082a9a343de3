import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripNotificationSettings } from "#db/schema/notifications.ts";
import { userPreferences } from "#db/schema/preferences.ts";
import type { NotificationSettings } from "#lib/shared/notifications.ts";
import { param } from "./projection.ts";

export interface NotificationChoices {
  /** The user's choices for this trip. */
  settings: NotificationSettings;
  /** The user's choices for all trips. */
  general: NotificationSettings;
}

/** Always one row; empty objects if the user has not chosen anything. */
export const selectNotificationChoices = statement<{ userId: string; tripId: string }, NotificationChoices>(
  "select_notification_choices",
  sql`select coalesce((select ${tripNotificationSettings.settings} from ${tripNotificationSettings}
        where ${tripNotificationSettings.userId} = ${param("userId", "uuid")} and ${tripNotificationSettings.tripId} = ${param("tripId", "uuid")}), '{}') as settings,
      coalesce((select ${userPreferences.notifications} from ${userPreferences}
        where ${userPreferences.userId} = ${param("userId", "uuid")}), '{}') as general`,
);

/** Changes a user's choices for a trip; `patch` is JSON, and a kind with null loses its choice. */
export const patchTripNotificationSettings = statement<
  { userId: string; tripId: string; patch: string; at: Date },
  { settings: NotificationSettings }
>(
  "patch_trip_notification_choices",
  sql`insert into ${tripNotificationSettings} (user_id, trip_id, settings, updated_at)
    values (${param("userId", "uuid")}, ${param("tripId", "uuid")}, jsonb_strip_nulls(${param("patch", "jsonb")}), ${param("at", "timestamptz")})
    on conflict (user_id, trip_id) do update
      set settings = jsonb_strip_nulls(trip_notification_settings.settings || ${param("patch", "jsonb")}), updated_at = excluded.updated_at
    returning settings`,
);
