"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

/** An older expense that could not be read, which is not to say that it is gone. */
export function ExpenseFailed({ retry }: { retry: () => void }) {
  const t = useTranslations("trip-money");
  return (
    <InlineAlert tone="danger" live action={<TextButton onClick={retry}>{t("retry")}</TextButton>}>
      {t("oneFailed")}
    </InlineAlert>
  );
}
