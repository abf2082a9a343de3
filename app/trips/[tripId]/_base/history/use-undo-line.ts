"use client";

import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ApiError } from "#lib/client/base/api.ts";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { announce } from "../announcer.tsx";

/** Undoes writes, newest first, and returns the later writes that prevent it. */
export function useUndoWrites() {
  const t = useTranslations("trip-activity");
  const actions = useTripActions();
  const [isBusy, setBusy] = useState(false);
  /** The seqs of the later writes that prevent the undo; null if none are known. */
  const [blockers, setBlockers] = useState<readonly number[] | null>(null);

  /**
   * Undoes the writes of `seqs`, in their order.
   * @param said the announcement after the undo
   */
  async function run(seqs: readonly number[], said: string): Promise<void> {
    setBusy(true);
    setBlockers(null);
    try {
      // Writes are undone one after the other, because a newer write may depend on an older one.
      for (const seq of seqs) await actions.undo(seq, { explains: true });
      announce(said);
    } catch (error) {
      // This hook explains the refusal UNDO_CONFLICT only; the page reports every other refusal of a write itself.
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
