"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect } from "react";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import {
  commentEditKey,
  reportLostDraftTexts,
  reportLostDraftText,
  subscribeToDraftTexts,
} from "../_base/text/draft-text.ts";
import { useLostText } from "../_base/text/use-lost-text.ts";
import { useDraftTextPersistence } from "./use-texts-over-reload.ts";

/** Watches whether unsent texts can still be saved, also those whose field is not on the page. */
export function LostTexts() {
  const t = useTranslations("trip");
  const session = useLiveSession();
  const { barrier, tell } = useLostText();
  useEffect(() => {
    const look = () => reportLostDraftTexts(session.store.id, barrier, tell);
    const stops = [
      session.store.changes.add(look),
      session.connectionChanges.add(look),
      subscribeToDraftTexts(look),
      session.store.events.add(({ op, ...event }) => {
        if (op === "comment.deleted" && "entityId" in event)
          reportLostDraftText(commentEditKey(event.entityId), t("lost.gone"), tell);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [session, barrier, tell, t]);
  // This hook restores texts. It is called after the effect that reports lost texts, so that restored texts that can
  // no longer be saved are reported, too.
  useDraftTextPersistence();
  return null;
}
