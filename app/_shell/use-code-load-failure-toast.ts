"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isNewVersionDeployed } from "#app/_shell/version.ts";
import { toast } from "#app/_ui/toast.ts";

/**
 * Returns a function that says why nothing opened: the code could not be fetched, or it failed. It offers to try again
 * or to load the new version.
 */
export function useCodeLoadFailureToast(): (retry?: () => void) => void {
  const t = useTranslations("errors");
  return (retry) => {
    void isNewVersionDeployed().then((isGone) => {
      const options = { problem: true, id: "missing-part" };
      if (isGone) {
        const action = { label: t("loadNewVersion"), run: () => window.location.reload() };
        return toast(t("newVersion"), { ...options, action });
      }
      const words = t(navigator.onLine ? "part" : "offline");
      return toast(words, retry ? { ...options, action: { label: t("tryAgain"), run: retry } } : options);
    });
  };
}
