"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect } from "react";
import { useLiveSession } from "#lib/client/trip-context.tsx";
import { editKey, findLostTexts, loseText, onKeptText } from "./draft-text.ts";
import { useLostText } from "./use-lost-text.ts";
import { useTextsOverReload } from "./use-texts-over-reload.ts";

/** Watches that what was typed and not sent still has where to go, whether or not its field is on the page. */
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
  // Behind that, so that what has lost its place since is told too.
  useTextsOverReload();
  return null;
}
