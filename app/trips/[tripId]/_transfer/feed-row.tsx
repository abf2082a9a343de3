"use client";

import { CalendarPlus, Check, Copy } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useRef, useState } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonAnchor } from "#app/_ui/button-anchor.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { toast } from "#app/_ui/toast.ts";
import type { FeedDto } from "#lib/shared/feeds.ts";

type FeedRowProps = { feed: FeedDto; lang: "en" | "zh"; onRevoke: () => void };

/** A calendar feed with its address and buttons to copy and revoke it. */
export function FeedRow({ feed, lang, onRevoke }: FeedRowProps) {
  const t = useTranslations("trip-files");
  const formats = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  // The address contains the language, because calendar apps do not send the reader's.
  const url = lang === "en" ? feed.url : `${feed.url}?lang=${lang}`;
  const scope = t(`feedOf.${feed.scope}`);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without permission to use the clipboard, or without a secure context, the address is selected, so that the
      // keyboard can copy it.
      input.current?.select();
      toast(t("copyFailed"), { problem: true });
    }
  }

  return (
    <li className="grid gap-2">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="font-medium">{scope}</span>
        <span className="text-text-3">
          {feed.readAt ? t("feedRead", { when: formats.ago(feed.readAt) }) : t("feedUnread")}
        </span>
      </p>
      <input
        ref={input}
        readOnly
        aria-label={t("feedAddress", { scope })}
        value={url}
        onFocus={(event) => event.target.select()}
        className="h-8 min-w-0 rounded-sm bg-sunken px-2.5 text-sm text-ellipsis outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--color-accent)] touch:h-11 phone:text-lg"
      />
      <p className="flex flex-wrap items-center gap-2">
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
          {copied ? t("copied") : t("copy")}
        </Button>
        <ButtonAnchor href={url.replace(/^https?:/, "webcal:")}>
          <Icon of={CalendarPlus} />
          {t("subscribe")}
        </ButtonAnchor>
        <Button tone="danger" className="ml-auto" aria-label={t("stopLabel", { scope })} onClick={onRevoke}>
          {t("stop")}
        </Button>
        <output className="sr-only">{copied ? t("copied") : ""}</output>
      </p>
    </li>
  );
}
