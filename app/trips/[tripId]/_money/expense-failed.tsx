"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

/** Says that an older expense could not be loaded, which does not mean that it is deleted. */
export function ExpenseFailed({ retry }: { retry: () => void }) {
  const t = useTranslations("trip-money");
  return (
    <InlineAlert tone="danger" live action={<TextButton onClick={retry}>{t("retry")}</TextButton>}>
      {t("oneFailed")}
    </InlineAlert>
  );
}
