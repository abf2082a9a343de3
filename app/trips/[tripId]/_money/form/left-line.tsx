"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import type { FormState } from "./use-expense-form.ts";
import { percentText } from "./expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

type LeftLineProps = {
  /**
   * The part that is not assigned yet, in minor units, or in hundredths of a percent without a currency; below 0 if
   * too much is assigned.
   */
  left: number;
  currency: string | null;
  state: FormState;
};

/** Says how much is not assigned to anybody yet. */
export function UnassignedAmountLine({ left, currency, state }: LeftLineProps) {
  const t = useTranslations("trip-expense");
  const format = useFormMoney(currency ?? state.tripCurrency, state.tripCurrency);
  const size = Math.abs(left);
  const amount =
    currency === null ? t("percent", { value: percentText(size) }) : format.money({ amount: size, currency });
  const words = left === 0 ? t("left.none") : t(left > 0 ? "left.some" : "left.over", { amount });
  return (
    <p
      aria-live="polite"
      className={cx("py-1 text-right text-sm tabular-nums", left === 0 ? "text-text-3" : "text-warning")}
    >
      {words}
    </p>
  );
}
