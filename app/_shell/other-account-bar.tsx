"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleSlash, ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { otherAccountPath } from "#app/_shell/next-path.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { sendAllUnsentWrites } from "#lib/client/open-trip/open-trips.ts";
import type { OtherAccount } from "#lib/client/account/other-account.ts";

/**
 * Shows which other user is signed in now and the two possible actions. No request of this page is sent while the bar
 * is shown.
 */
export default function OtherAccountBar({ other: { name, hasClaimed } }: { other: OtherAccount }) {
  const t = useTranslations("shell");
  const cache = useQueryClient();
  // When the page's user is signed in again, the page continues automatically.
  useEffect(
    () => () => {
      sendAllUnsentWrites();
      void cache.invalidateQueries();
    },
    [cache],
  );
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-(--z-toast) flex flex-wrap items-center gap-2 border-t border-line bg-warning-tint px-4 py-2 text-sm text-warning"
    >
      <Icon of={CircleSlash} />
      <span className="min-w-0 flex-1 text-pretty wrap-anywhere phone:basis-[calc(100%-2rem)]">
        {hasClaimed ? t("otherClaimed", { name }) : t("otherAccount", { name })}
      </span>
      <Button size="sm" className="phone:flex-1" onClick={() => window.location.reload()}>
        {t("otherGoOn", { name })}
      </Button>
      {hasClaimed ? null : (
        // The sign-in opens in another tab, because the page in this tab has unsent changes.
        <ButtonLink
          size="sm"
          className="phone:flex-1"
          icon={ExternalLink}
          href={otherAccountPath(window.location.pathname)}
          target="_blank"
          rel="noopener"
        >
          {t("otherSignIn")}
        </ButtonLink>
      )}
    </div>
  );
}
