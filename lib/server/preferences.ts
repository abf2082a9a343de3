import { insertIdempotencyKey } from "#db/queries/write.ts";
import { selectPreferences, upsertPreferences } from "#db/queries/preferences.ts";
import type { PreferencesDto, PreferencesPatch } from "#lib/shared/preferences.ts";
import type { Ctx } from "./context.ts";
import { keyOf, replayAfter } from "./idempotency.ts";

export async function getPreferences(ctx: Ctx): Promise<PreferencesDto> {
  const { userId } = ctx.viewer;
  const [row] = await selectPreferences(ctx.db, { userId });
  const defaults = { agentPanelCollapsed: false, language: null, theme: "system" as const };
  return row?.preferences ?? { ...defaults, updatedAt: new Date(0).toISOString() };
}

/** Answers the written row. */
export async function updatePreferences(ctx: Ctx, patch: PreferencesPatch): Promise<PreferencesDto> {
  const { userId } = ctx.viewer;
  const at = ctx.now();
  const work = ctx.db.transaction(
    async (tx) => {
      const [row] = await upsertPreferences(tx, { userId, patch: JSON.stringify(patch), at });
      if (!row) throw new Error("An upsert returned no row.");
      return row.preferences;
    },
    (tx, answer) => insertIdempotencyKey(tx, keyOf(ctx, { tripSeq: null, body: answer, at })),
  );
  return work.catch(async (error: unknown) => {
    await replayAfter(ctx, error);
    throw error;
  });
}
