"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Dialog } from "#app/_ui/dialog.tsx";
import { UnsentList } from "./unsent-list.tsx";

/** The same on a phone. */
export default function UnsentSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("trip-queue");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("title")}
      closeLabel={t("close")}
    >
      <div className="-mx-5">
        <UnsentList />
      </div>
    </Dialog>
  );
}
