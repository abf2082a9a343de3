"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { withNext } from "#app/_shell/next-path.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";

/**
 * The message for a link of an e-mail that is no longer valid: it works once and for an hour. A button requests another
 * one.
 */
export function ExpiredLinkMessage({ next }: { next: string }) {
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
