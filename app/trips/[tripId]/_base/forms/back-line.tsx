"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { TextButton } from "#app/_ui/text-link.tsx";

/** Says that the form was restored with input that was not saved, and offers an empty form. */
export function RestoredInputNotice({ onStartOver }: { onStartOver: () => void }) {
  const t = useTranslations("trip-expense");
  return (
    <p className="pb-2 text-sm text-text-3">
      {t("back")} <TextButton onClick={onStartOver}>{t("startOver")}</TextButton>
    </p>
  );
}
