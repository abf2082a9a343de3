"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { useExpenses } from "#lib/client/money/expenses.ts";
import { useMoneySummary } from "#lib/client/money/money-summary.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

type DebtNoticeProps = {
  from: string;
  to: string;
  /** The debt at the time the dialog was opened. */
  debt: { amount: number; currency: string };
  isPrivate: boolean;
};

/**
 * Says that the debt has changed since the dialog was opened, for example because another member has recorded the
 * payment.
 */
export function DebtNotice({ from, to, debt, isPrivate }: DebtNoticeProps) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { standing } = useMoneySummary(useExpenses());
  if (!standing) return null;
  const { transfers } = isPrivate ? standing.private : standing;
  const now = transfers.find((transfer) => transfer.from === from && transfer.to === to);
  if (now?.amount === debt.amount && now.currency === debt.currency) return null;
  return <InlineAlert live>{now ? t("debtNow", { amount: format.money(now) }) : t("debtGone")}</InlineAlert>;
}
