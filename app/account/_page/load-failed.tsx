"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";

/** Replaces a list that could not be loaded. */
export function LoadFailed({ retry }: { retry: () => void }) {
  const t = useTranslations("account");
  const tUi = useTranslations("ui");
  return (
    <InlineAlert tone="danger" live action={<TextButton onClick={retry}>{tUi("retry")}</TextButton>}>
      {t("loadFailed")}
    </InlineAlert>
  );
}
