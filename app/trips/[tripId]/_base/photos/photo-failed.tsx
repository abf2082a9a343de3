"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";

/** Is shown instead of a photo that could not be loaded, with a button to try again. */
export function PhotoFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("trip-street");
  return (
    <div role="alert" className="grid size-full place-content-center justify-items-center gap-3 p-4">
      {t("viewer.photoFailed")}
      <Button onClick={onRetry}>{t("retry")}</Button>
    </div>
  );
}
