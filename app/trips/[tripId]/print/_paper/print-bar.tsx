"use client";

import { ChevronLeft, Printer } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";

/** The bar above the printed page, which is not printed itself. */
export function PrintBar({ tripId }: { tripId: string }) {
  const t = useTranslations("trip-files");
  return (
    <header className="sticky top-0 z-(--z-sticky) flex h-14 items-center justify-between gap-3 border-b border-line bg-paper px-3 print:hidden">
      <ButtonLink href={`/trips/${tripId}`} tone="plain" icon={ChevronLeft} className="text-text-2">
        {t("print.back")}
      </ButtonLink>
      <Button tone="primary" icon={Printer} onClick={() => window.print()}>
        {t("print.button")}
      </Button>
    </header>
  );
}
