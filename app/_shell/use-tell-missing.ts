"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";

/** Says why nothing opened: the code for it could not be fetched, or broke. */
export function useTellMissing(): () => void {
  const t = useTranslations("errors");
  return () => toast(t(navigator.onLine ? "unknown" : "offline"), { problem: true, id: "missing-part" });
}
