"use client";

import { Check, CloudOff } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { useConnection, useSaveState } from "#lib/client/trip-context.tsx";
import { useMay } from "../_shell/may.tsx";

/** What is worth a word on a phone too; null while all is well. */
export function useQuietState(): string | null {
  const t = useTranslations("trip");
  const connection = useConnection();
  const save = useSaveState();
  if (save === "waiting") return t(connection === "signed-out" ? "saveHeld" : "saveWaiting");
  if (connection === "offline") return t("offline");
  return connection === "reconnecting" ? t("reconnecting") : null;
}

/** "Saved", quietly; changes that wait for the connection say so. */
export function SaveLine() {
  const t = useTranslations("trip");
  const save = useSaveState();
  const quiet = useQuietState();
  const { edit, join } = useMay();
  if (!edit && !join && !quiet) return null;
  const words = quiet ?? (save === "saving" ? t("saving") : t("saved"));
  return (
    <output className="flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap text-text-3 phone:hidden">
      {quiet ? (
        <Icon of={CloudOff} size={14} />
      ) : save === "saving" ? (
        <Spinner />
      ) : (
        <Icon of={Check} size={14} />
      )}
      {words}
    </output>
  );
}
