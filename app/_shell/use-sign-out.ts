"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { askAboutUnsentChanges } from "#app/_shell/unsaved-question.ts";
import { toast } from "#app/_ui/toast.ts";
import { signOut } from "#lib/client/account/auth.ts";
import { findUnsavedChanges } from "#lib/client/account/sign-out.ts";

/**
 * Ends the session in this browser and loads a new page, so that nothing of the account stays in memory. Returns
 * whether it succeeded.
 */
export function useEndSession(): (end?: () => Promise<void>) => Promise<boolean> {
  const t = useTranslations("shell");
  return async (end = signOut) => {
    try {
      await end();
    } catch {
      toast(t("signOutFailed"), { problem: true });
      return false;
    }
    window.location.assign("/");
    return true;
  };
}

/** Signs out, but asks first when there are changes that only this device has. */
export function useSignOut(): () => void {
  const leave = useEndSession();
  return () => void askOrLeave(leave);
}

async function askOrLeave(leave: () => Promise<boolean>): Promise<void> {
  const unsaved = await findUnsavedChanges();
  if (unsaved && unsaved.count > 0) askAboutUnsentChanges(unsaved);
  else await leave();
}
