"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { toast } from "#app/_ui/toast.ts";
import { ApiError } from "#lib/client/api.ts";
import { useTripActions, useTripSession } from "#lib/client/trip-context.tsx";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { announce } from "../_shell/announcer.tsx";
import { usePeople } from "../_shell/people.tsx";
import { useUndoToast, useWrites } from "../_shell/writes.tsx";

interface LineProblem {
  line: number;
  /** Changed since by somebody: taking it overwrites that. Else it no longer fits. */
  isConflict: boolean;
}

/** What editors and its author can do with a suggestion. */
export function useSuggestionActs({ id, memberId, lines, note }: SuggestionDto) {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const writes = useWrites();
  const actions = useTripActions();
  const { store } = useTripSession();
  const people = usePeople();
  const undoToast = useUndoToast();
  const [problem, setProblem] = useState<LineProblem | null>(null);
  const [failed, setFailed] = useState(false);
  const name = people.byMember.get(memberId)?.name ?? tTrip("someone");

  function accept(chosen: readonly number[], force: boolean) {
    const isAll = chosen.length === lines.length;
    setFailed(false);
    setProblem(null);
    const write = writes.acceptSuggestion(id, { lines: isAll ? undefined : chosen, force });
    const words = isAll
      ? t("accepted", { name, count: lines.length })
      : t("acceptedSome", { name, count: chosen.length, total: lines.length });
    write.then(
      () => undoToast(words, write),
      (error: unknown) => {
        const found = problemOf(error);
        setProblem(found);
        // Somebody else was faster: the card is gone already.
        setFailed(found === null && !isAnswered(error));
        if (isAnswered(error)) toast(t("answeredMeanwhile"), { problem: true });
      },
    );
  }

  function dismiss(word: string) {
    undoToast(t("dismissed", { name }), writes.dismissSuggestion(id, word.trim()));
  }

  /** Goes on with it as a draft. */
  function takeUp() {
    const changes = lines.map(({ op, entityId, input }) =>
      entityId === undefined ? { op, input } : { op, entityId, input },
    );
    store.draft.takeUp(changes, note, store.seq);
  }

  function withdraw() {
    announce(t("withdrawn"));
    // A refusal comes as a notice of its own.
    actions.withdrawSuggestion(id).catch(() => {});
    toast(t("withdrawn"), { action: { label: t("editAgain"), run: takeUp } });
  }

  return { problem, failed, accept, dismiss, withdraw };
}

function isAnswered(error: unknown): boolean {
  return error instanceof ApiError && (error.body.code === "NOT_OPEN" || error.body.code === "NOT_FOUND");
}

/** Which line the service could not take. */
function problemOf(error: unknown): LineProblem | null {
  const line = error instanceof ApiError ? error.body.details?.line : undefined;
  if (!(error instanceof ApiError) || typeof line !== "number") return null;
  return { line, isConflict: error.body.code === "FIELD_CONFLICT" };
}
