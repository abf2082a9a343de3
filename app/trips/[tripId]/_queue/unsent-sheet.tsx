"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { ListSheet } from "#app/_ui/list-sheet.tsx";
import { UnsentList } from "./unsent-list.tsx";

/** The list of unsent changes as a sheet, on a phone. */
export default function UnsentSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("trip-queue");
  return (
    <ListSheet title={t("title")} closeLabel={t("close")} onClose={onClose}>
      <UnsentList />
    </ListSheet>
  );
}
