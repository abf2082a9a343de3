"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { askAbout } from "#app/_shell/unsaved-question.ts";
import { toast } from "#app/_ui/toast.ts";
import { signOut } from "#lib/client/auth.ts";
import { findUnsaved } from "#lib/client/sign-out.ts";

/** Ends the session here; a full load, so that nothing of this account stays in memory. Returns whether it went well. */
export function useLeave(): (end?: () => Promise<void>) => Promise<boolean> {
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

/** The same, unless there are changes that only this device has: then it asks first. */
export function useSignOut(): () => void {
  const leave = useLeave();
  return () => void askOrLeave(leave);
}

async function askOrLeave(leave: () => Promise<boolean>): Promise<void> {
  const unsaved = await findUnsaved();
  if (unsaved && unsaved.count > 0) askAbout(unsaved);
  else await leave();
}
