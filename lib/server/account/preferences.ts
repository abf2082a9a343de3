import { selectPreferences, upsertPreferences } from "#db/queries/preferences.ts";
import type { PreferencesDto, PreferencesPatch } from "#lib/shared/preferences.ts";
import type { Ctx } from "../context.ts";
import { writeUserData } from "../writes/user-write.ts";

export async function getPreferences(ctx: Pick<Ctx, "db" | "viewer">): Promise<PreferencesDto> {
  const { userId } = ctx.viewer;
  const [row] = await selectPreferences(ctx.db, { userId });
  const defaults = {
    agentPanelCollapsed: false,
    language: null,
    theme: "system" as const,
    units: null,
    notifications: {},
  };
  return row?.preferences ?? { ...defaults, updatedAt: new Date(0).toISOString() };
}

/** Writes the patch and returns the whole row. */
export function updatePreferences(ctx: Ctx, patch: PreferencesPatch): Promise<PreferencesDto> {
  const { userId } = ctx.viewer;
  return writeUserData(ctx, async (tx, at) => {
    const [row] = await upsertPreferences(tx, { userId, patch: JSON.stringify(patch), at });
    if (!row) throw new Error("An upsert returned no row.");
    return row.preferences;
  });
}
