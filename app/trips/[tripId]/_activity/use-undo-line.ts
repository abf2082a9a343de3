"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ApiError } from "#lib/client/api.ts";
import { useTripActions } from "#lib/client/trip-context.tsx";
import { announce } from "../_shell/announcer.tsx";

/** Takes writes back, newest first; what stands in the way is kept to be named. */
export function useUndoLine() {
  const t = useTranslations("trip-activity");
  const actions = useTripActions();
  const [isBusy, setBusy] = useState(false);
  /** Seqs of later writes; null: nothing stands in the way, as far as is known. */
  const [blockers, setBlockers] = useState<readonly number[] | null>(null);

  /** `said`: what to tell once it is done. */
  async function run(seqs: readonly number[], said: string): Promise<void> {
    setBusy(true);
    setBlockers(null);
    try {
      // An older write may be what a newer one stands on.
      for (const seq of seqs) await actions.undo(seq, { explains: true });
      announce(said);
    } catch (error) {
      // All other refusals come as notices.
      const found = blockersOf(error);
      if (found) announce(t("blockedUnseen"));
      setBlockers(found);
    } finally {
      setBusy(false);
    }
  }

  return { run, isBusy, blockers };
}

function blockersOf(error: unknown): number[] | null {
  if (!(error instanceof ApiError) || error.body.code !== "UNDO_CONFLICT") return null;
  const seqs = error.body.details?.["seqs"];
  return Array.isArray(seqs) ? seqs.map(Number) : [];
}
