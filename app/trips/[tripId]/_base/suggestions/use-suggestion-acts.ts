"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { toast } from "#app/_ui/toast.ts";
import { ApiError } from "#lib/client/base/api.ts";
import { useTripActions, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { announce } from "../announcer.tsx";
import { usePeople } from "../people.tsx";
import { useUndoToast, useWrites } from "../writes.tsx";

interface LineProblem {
  line: number;
  /**
   * Whether the value was changed after the suggestion was made, so that accepting overwrites it; false if the change
   * cannot be applied any more.
   */
  isConflict: boolean;
}

/** Returns the actions of editors and of the author on a suggestion. */
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
        // If another editor has answered the suggestion first, no error is shown, because the card is removed.
        setFailed(found === null && !isAnswered(error));
        if (isAnswered(error)) toast(t("answeredMeanwhile"), { problem: true });
      },
    );
  }

  function dismiss(word: string) {
    undoToast(t("dismissed", { name }), writes.dismissSuggestion(id, word.trim()));
  }

  /** Makes the suggestion a draft again. */
  function takeUp() {
    const changes = lines.map(({ op, entityId, input }) =>
      entityId === undefined ? { op, input } : { op, entityId, input },
    );
    store.draft.takeUp(changes, note, store.seq);
  }

  function withdraw() {
    announce(t("withdrawn"));
    // A refusal is reported separately.
    actions.withdrawSuggestion(id).catch(() => {});
    toast(t("withdrawn"), { action: { label: t("editAgain"), run: takeUp } });
  }

  return { problem, failed, accept, dismiss, withdraw };
}

function isAnswered(error: unknown): boolean {
  return error instanceof ApiError && (error.body.code === "NOT_OPEN" || error.body.code === "NOT_FOUND");
}

/** Returns the change that the service could not apply. */
function problemOf(error: unknown): LineProblem | null {
  const line = error instanceof ApiError ? error.body.details?.line : undefined;
  if (!(error instanceof ApiError) || typeof line !== "number") return null;
  return { line, isConflict: error.body.code === "FIELD_CONFLICT" };
}
