"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { MoneySummary } from "#lib/client/money/money-summary.ts";

/** Says what the balances leave out, and that they may be outdated. */
export function BalanceNotes({ summary }: { summary: MoneySummary }) {
  const t = useTranslations("trip-money");
  const { standing, unknown, isFailed, retry } = summary;
  if (!standing) return null;
  return (
    <>
      {unknown > 0 ? (
        <p className="mt-2 text-xs text-text-3">{t("withoutRate", { count: unknown })}</p>
      ) : null}
      {isFailed ? (
        <div className="mt-3">
          <InlineAlert tone="danger" live action={<TextButton onClick={retry}>{t("retry")}</TextButton>}>
            {t("balancesOld")}
          </InlineAlert>
        </div>
      ) : null}
    </>
  );
}
