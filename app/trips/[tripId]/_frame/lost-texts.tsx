"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect } from "react";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import { editKey, findLostTexts, loseText, onKeptText } from "../_base/text/draft-text.ts";
import { useLostText } from "../_base/text/use-lost-text.ts";
import { useTextsOverReload } from "./use-texts-over-reload.ts";

/** Watches whether unsent texts can still be saved, also those whose field is not on the page. */
export function LostTexts() {
  const t = useTranslations("trip");
  const session = useLiveSession();
  const { barrier, tell } = useLostText();
  useEffect(() => {
    const look = () => findLostTexts(session.store.id, barrier, tell);
    const stops = [
      session.store.changes.add(look),
      session.connectionChanges.add(look),
      onKeptText(look),
      session.store.events.add(({ op, ...event }) => {
        if (op === "comment.deleted" && "entityId" in event)
          loseText(editKey(event.entityId), t("lost.gone"), tell);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [session, barrier, tell, t]);
  // Must run after the effect above, so that restored texts that can no longer be saved are reported, too.
  useTextsOverReload();
  return null;
}
