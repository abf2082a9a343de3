"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useView } from "../_base/view.tsx";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import { useDecisionWords } from "./use-decision-words.ts";

/** Returns the actions of an editor on a decision; each takes effect at once and can be undone. */
export function useDecisionActs(decision: DecisionDto) {
  const t = useTranslations("trip-decisions");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { day } = useDecisionWords();
  const { id, title } = decision;
  return {
    close(winner: StopDto) {
      const to = day(decision.dayId);
      const said = { name: winner.name, title };
      const words = to === null ? t("closed", said) : t("closedTo", { ...said, day: to });
      undoToast(words, writes.closeDecision(id, winner.id));
    },
    reopen: () => undoToast(t("reopened", { title }), writes.reopenDecision(id)),
    remove: () => undoToast(t("deleted", { title }), writes.deleteDecision(id)),
    edit: () => view.set({ dialog: { decisionId: id } }),
  };
}
