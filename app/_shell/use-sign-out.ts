"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { signOut } from "#lib/client/auth.ts";

/** Ends the session here; a full load, so that nothing of this account stays in memory. */
export function useSignOut(): () => void {
  const t = useTranslations("shell");
  return () => {
    signOut().then(
      () => window.location.assign("/"),
      () => toast(t("signOutFailed"), { problem: true }),
    );
  };
}
