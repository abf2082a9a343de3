import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { userPreferences } from "#db/schema/preferences.ts";
import type { PreferencesDto } from "#lib/shared/preferences.ts";
import { isoInstant, jsonObject, param } from "./projection.ts";

export const preferencesJson = jsonObject<PreferencesDto>({
  agentPanelCollapsed: userPreferences.agentPanelCollapsed,
  language: userPreferences.language,
  theme: userPreferences.theme,
  units: userPreferences.units,
  notifications: userPreferences.notifications,
  updatedAt: isoInstant(userPreferences.updatedAt),
});

export const selectPreferences = statement<{ userId: string }, { preferences: PreferencesDto }>(
  "select_preferences",
  sql`select ${preferencesJson} as preferences from ${userPreferences} where ${userPreferences.userId} = ${param("userId", "uuid")}`,
);

/** Writes preferences; `patch` is JSON. A field that it lacks keeps its value, or gets its default in a new row. */
export const upsertPreferences = statement<
  { userId: string; patch: string; at: Date },
  { preferences: PreferencesDto }
>(
  "upsert_preferences",
  sql`insert into ${userPreferences} (user_id, agent_panel_collapsed, language, theme, units, notifications, updated_at)
    select ${param("userId", "uuid")}, coalesce((p->>'agentPanelCollapsed')::bool, false), p->>'language', coalesce(p->>'theme', 'system'),
      p->>'units', coalesce(p->'notifications', '{}'),
      ${param("at", "timestamptz")} from (select ${param("patch", "jsonb")} as p) input
    on conflict (user_id) do update set
      agent_panel_collapsed = coalesce((${param("patch", "jsonb")}->>'agentPanelCollapsed')::bool, user_preferences.agent_panel_collapsed),
      language = case when ${param("patch", "jsonb")} ? 'language' then ${param("patch", "jsonb")}->>'language' else user_preferences.language end,
      units = case when ${param("patch", "jsonb")} ? 'units' then ${param("patch", "jsonb")}->>'units' else user_preferences.units end,
      notifications = user_preferences.notifications || coalesce(${param("patch", "jsonb")}->'notifications', '{}'),
      theme = coalesce(${param("patch", "jsonb")}->>'theme', user_preferences.theme), updated_at = ${param("at", "timestamptz")}
    returning ${preferencesJson} as preferences`,
);
