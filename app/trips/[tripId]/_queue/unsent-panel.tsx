"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { UnsentList } from "./unsent-list.tsx";

/** The list of unsent changes in a panel below the header, on wide screens. */
export default function UnsentPanel() {
  const t = useTranslations("trip-queue");
  return (
    <>
      <h2 className="flex h-12 shrink-0 items-center px-4 text-md font-semibold">{t("title")}</h2>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <UnsentList />
      </div>
    </>
  );
}
