"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InboxList } from "#app/_notifications/inbox-list.tsx";
import { MarkAll } from "#app/_notifications/mark-all.tsx";

/** The inbox in a panel beside the bell, on wide screens. */
export default function InboxPanel({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("notifications");
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="flex-1 text-md font-semibold">{t("title")}</h2>
        <MarkAll />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <InboxList onLeave={onLeave} />
      </div>
    </>
  );
}
