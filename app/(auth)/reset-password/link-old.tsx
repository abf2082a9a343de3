"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/** A mailed link works once and for an hour; the way to another try. */
export function LinkOld({ next }: { next: string }) {
  const t = useTranslations("auth");
  return (
    <>
      <InlineAlert live>{t("error.linkOld")}</InlineAlert>
      <ButtonLink href={withNext("/forgot-password", next)} tone="primary" size="wide" className="mt-5">
        {t("resetAgain")}
      </ButtonLink>
    </>
  );
}
