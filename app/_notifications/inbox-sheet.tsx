"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { InboxList } from "#app/_notifications/inbox-list.tsx";
import { MarkAll } from "#app/_notifications/mark-all.tsx";

/** The inbox on a phone. */
export default function InboxSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("notifications");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("title")}
      closeLabel={t("close")}
    >
      <div className="-mx-5 min-h-60">
        <div className="-mt-2 flex justify-end px-3 empty:hidden">
          <MarkAll />
        </div>
        <InboxList onLeave={onClose} />
      </div>
    </Dialog>
  );
}
