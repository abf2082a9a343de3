"use client";

import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { useConnection, useSaveState } from "#lib/client/trip-context.tsx";
import { UnsentButton, usePreloadedUnsent } from "../_queue/unsent-button.tsx";
import { useUnsentCounts } from "../_queue/use-unsent.ts";
import { useMay } from "../_shell/may.tsx";

interface QuietState {
  words: string;
  /** There are changes to look at. */
  isOpenable: boolean;
  isRefused: boolean;
}

/** What is worth a word on a phone too; null while all is well. */
export function useQuietState(): QuietState | null {
  const t = useTranslations("trip");
  const connection = useConnection();
  const save = useSaveState();
  const { waiting, refused } = useUnsentCounts();
  const isAway = connection === "offline" || connection === "reconnecting";
  if (save === "waiting") {
    const held = connection === "signed-out" ? t("saveHeld") : null;
    const words = held ?? t(isAway ? "saveOffline" : "saveWaiting", { count: waiting });
    return { words, isOpenable: true, isRefused: refused > 0 };
  }
  if (refused > 0) return { words: t("notSaved", { count: refused }), isOpenable: true, isRefused: true };
  if (!isAway) return null;
  return {
    words: t(connection === "offline" ? "offline" : "reconnecting"),
    isOpenable: false,
    isRefused: false,
  };
}

const line = "flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap";

/** "Saved", quietly; changes that wait for the connection, or were refused, say so and can be looked at. */
export function SaveLine() {
  const t = useTranslations("trip");
  const save = useSaveState();
  const quiet = useQuietState();
  const { edit, join } = useMay();
  usePreloadedUnsent();
  if (!edit && !join && !quiet) return null;
  const words = quiet?.words ?? (save === "saving" ? t("saving") : t("saved"));
  const icon = quiet ? (
    <Icon of={quiet.isRefused ? TriangleAlert : CloudOff} size={14} />
  ) : save === "saving" ? (
    <Spinner />
  ) : (
    <Icon of={Check} size={14} />
  );
  const tone = quiet?.isRefused ? "text-warning" : "text-text-3";
  return (
    <span className="flex shrink-0 phone:hidden">
      <output className={quiet?.isOpenable ? "sr-only" : cx(line, tone)}>
        {quiet?.isOpenable ? null : icon}
        {words}
      </output>
      {quiet?.isOpenable ? (
        <UnsentButton
          state={quiet.words}
          className={cx(line, tone, "min-h-8 rounded-sm px-2 hover:bg-hover touch:min-h-11")}
        >
          {icon}
          {words}
        </UnsentButton>
      ) : null}
    </span>
  );
}
