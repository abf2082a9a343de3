"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InboxList } from "#app/_notifications/inbox-list.tsx";
import { MarkAll } from "#app/_notifications/mark-all.tsx";
import { ListSheet } from "#app/_ui/list-sheet.tsx";

/** The inbox as a sheet, on a phone. */
export default function InboxSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("notifications");
  return (
    <ListSheet title={t("title")} closeLabel={t("close")} onClose={onClose}>
      <div className="min-h-60">
        <div className="-mt-2 flex justify-end px-3 empty:hidden">
          <MarkAll />
        </div>
        <InboxList onLeave={onClose} />
      </div>
    </ListSheet>
  );
}
