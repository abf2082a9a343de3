"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useViewState } from "../_base/view.tsx";

/**
 * Stands in for the balances while they are loading, if they could not be loaded, or in the past view, which has
 * none.
 */
export function BalanceSkeleton({ isFailed, retry }: { isFailed: boolean; retry: () => void }) {
  const t = useTranslations("trip-money");
  const isPast = useViewState(({ past }) => past !== null);
  if (isPast) return <p className="text-sm text-text-3">{t("pastUnknown")}</p>;
  if (isFailed) {
    return (
      <InlineAlert tone="danger" live action={<TextButton onClick={retry}>{t("retry")}</TextButton>}>
        {t("balancesFailed")}
      </InlineAlert>
    );
  }
  return (
    <div role="status" aria-label={t("loading")}>
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-1.5 h-8 w-40" />
      <div className="mt-5 space-y-4">
        {[0, 1].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-full" />
            <Skeleton className="h-4 w-40" />
            <Skeleton className="ml-auto h-8 w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}
