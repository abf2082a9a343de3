"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useCallback } from "react";
import { toast } from "#app/_ui/toast.ts";
import { isRowPresent } from "#lib/client/sync/is-deleted.ts";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import { mayOf } from "../may.tsx";
import { shortenText } from "./typed-text.ts";

type Need = "edit" | "change" | "join" | "ask";

/**
 * Returns functions for a text that may no longer be savable: one that checks it at the time of the call, and one
 * that reports the loss.
 */
export function useLostText() {
  const t = useTranslations("trip");
  const session = useLiveSession();

  /** Returns the reason why the row cannot be written any more, as a sentence; null if it can. */
  const barrier = useCallback(
    (entityId: string, need: Need = "change"): string | null => {
      const { store, connection } = session;
      const cutOff = connection === "removed" || connection === "outdated";
      if (!isRowPresent(store, entityId)) return t("lost.gone");
      return mayOf(store.trip, cutOff)[need] ? null : t("lost.barred");
    },
    [session, t],
  );
  /** Says why the text was not saved, and offers to copy it. */
  const tell = useCallback(
    (reason: string, text: string) => {
      toast(t("lost.text", { reason, text: shortenText(text) }), {
        problem: true,
        action: {
          label: t("lost.copy"),
          run: () => void navigator.clipboard.writeText(text).catch(() => toast(text, { problem: true })),
        },
      });
    },
    [t],
  );
  return { barrier, tell };
}
