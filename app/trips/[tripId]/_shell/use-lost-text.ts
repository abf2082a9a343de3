"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useCallback } from "react";
import { toast } from "#app/_ui/toast.ts";
import { useLiveSession } from "#lib/client/trip-context.tsx";
import type { TripDto } from "#lib/shared/trips.ts";
import { mayOf } from "./may.tsx";
import { beginning } from "./typed-text.ts";

type Need = "edit" | "change" | "join" | "ask";

function isThere({ id, stops, days, reservations }: TripDto, entityId: string): boolean {
  return id === entityId || [...stops, ...days, ...reservations].some((row) => row.id === entityId);
}

/** For text that may have nowhere to go: whether it has, asked at the last moment, and what to say when it has not. */
export function useLostText() {
  const t = useTranslations("trip");
  const session = useLiveSession();

  /** Why this cannot be written to any more, as a sentence; null when it can. */
  const barrier = useCallback(
    (entityId: string, need: Need = "change"): string | null => {
      const { trip } = session.store;
      const cutOff = session.connection === "removed" || session.connection === "outdated";
      if (!isThere(trip, entityId)) return t("lost.gone");
      return mayOf(trip, cutOff)[need] ? null : t("lost.barred");
    },
    [session, t],
  );
  /** Says why the text was not saved, and offers it for another place. */
  const tell = useCallback(
    (reason: string, text: string) => {
      toast(t("lost.text", { reason, text: beginning(text) }), {
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
