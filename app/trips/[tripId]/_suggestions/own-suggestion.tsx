"use client";

import { FilePen } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { toast } from "#app/_ui/toast.ts";
import type { DraftRowEffect } from "#lib/client/writes/suggestion-view.ts";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useDraftChangeText } from "../_base/suggestions/suggested-line.tsx";

/** Shows, in the details of a row, how the user's draft changes it, with a button to remove that from the draft. */
export function OwnSuggestion({ of, mark }: { of: string; mark: DraftRowEffect }) {
  const t = useTranslations("trip-suggestions");
  const tTrip = useTranslations("trip");
  const words = useDraftChangeText();
  const { store } = useTripSession();
  function takeBack() {
    const again = store.draft.dropRow(of);
    toast(t("tookBack"), { action: { label: tTrip("undo"), run: () => void again() } });
  }
  return (
    <div className="mx-4 mt-1.5 flex items-center gap-2 rounded-sm bg-accent-tint px-2.5 py-1.5 text-sm text-accent-text">
      <Icon of={FilePen} size={14} />
      <span className="min-w-0 flex-1">{words(mark)}</span>
      <TextButton className="shrink-0 font-medium" onClick={takeBack}>
        {t("takeBack")}
      </TextButton>
    </div>
  );
}
