import { sql } from "drizzle-orm";
import { boolean, check, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { NotificationSettings } from "#lib/shared/notifications.ts";
import { users } from "./auth.ts";
import { instant } from "./columns.ts";

export const userPreferences = pgTable(
  "user_preferences",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    agentPanelCollapsed: boolean("agent_panel_collapsed").notNull().default(false),
    language: text("language", { enum: ["en", "zh"] }),
    theme: text("theme", { enum: ["light", "dark", "system"] })
      .notNull()
      .default("system"),
    units: text("units", { enum: ["metric", "imperial"] }),
    /** The choices by kind of notification; a missing kind has its default. */
    notifications: jsonb("notifications").$type<NotificationSettings>().notNull().default({}),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    check("user_preferences_language_check", sql`${t.language} in ('en', 'zh')`),
    check("user_preferences_theme_check", sql`${t.theme} in ('light', 'dark', 'system')`),
    check("user_preferences_units_check", sql`${t.units} in ('metric', 'imperial')`),
  ],
);
