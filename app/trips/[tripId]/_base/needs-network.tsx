"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useConnection } from "#lib/client/open-trip/trip-context.tsx";

type NeedsNetworkProps = { what: "comments" | "exports" | "files" | "invites"; className?: string };

/** Says what is not available until the network is back; renders nothing while there is a network. */
export function NeedsNetwork({ what, className = "" }: NeedsNetworkProps) {
  const t = useTranslations("trip.needsNetwork");
  const isAway = useIsDisconnected();
  return (
    <output className={`block text-sm text-text-3 empty:hidden ${className}`}>
      {isAway ? t(what) : null}
    </output>
  );
}

export function useIsDisconnected(): boolean {
  const connection = useConnection();
  return connection === "offline" || connection === "reconnecting";
}
