"use client";

import { Check, Copy, Share } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/_ui/button.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { CreatedInvite } from "#lib/shared/invites.ts";

/** Shows a new invite link, which can be seen only this once. */
export function InviteLink({ invite, onAnother }: { invite: CreatedInvite; onAnother: () => void }) {
  const t = useTranslations("trip-share");
  const title = useTrip((trip) => trip.title);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The form and its focused button are gone, so the link gets the focus, unless the user has moved it elsewhere.
    if (document.activeElement?.contains(input.current)) input.current?.focus();
  }, []);
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(invite.url);
    } catch {
      // Without permission to use the clipboard, or without a secure context, the link is selected, so that the
      // keyboard can copy it.
      input.current?.select();
      return;
    }
    setCopied(true);
  }
  async function send() {
    // The promise is rejected when the user closes the share sheet, which needs no handling.
    await navigator.share({ title, url: invite.url }).catch(() => {});
  }

  return (
    <div className="pb-4">
      <div className="flex items-center gap-2">
        <input
          ref={input}
          readOnly
          aria-label={t("link")}
          value={invite.url}
          onFocus={(event) => event.target.select()}
          className="h-8 min-w-0 flex-1 rounded-sm bg-sunken px-2.5 text-sm text-ellipsis outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg"
        />
        <Button tone="primary" icon={copied ? Check : Copy} onClick={() => void copy()}>
          {copied ? t("copied") : t("copy")}
        </Button>
        {typeof navigator !== "undefined" && "share" in navigator ? (
          <Button icon={Share} className="md:hidden" onClick={() => void send()}>
            {t("send")}
          </Button>
        ) : null}
      </div>
      <p className="mt-2 text-sm text-text-3">
        {t("onlyNow")} <TextButton onClick={onAnother}>{t("another")}</TextButton>
      </p>
      <output className="sr-only">{copied ? t("copied") : t("linkReady")}</output>
    </div>
  );
}
