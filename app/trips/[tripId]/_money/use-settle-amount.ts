"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { convert, type Rate } from "#lib/shared/rates.ts";
import { amountText, readCost } from "../_model/money/cost-text.ts";
import { useFoundRate } from "./form/use-found-rate.ts";
import { useRateWords } from "./rate-notes.tsx";
import {
  debtIn,
  type StoredSettlementForm,
  type SettleForm,
  exactSettlementRate,
  storedRate,
} from "./settle-form.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

interface SettleAmount {
  /** The text of the amount field. */
  amount: string;
  /** The rate that the amount is converted with; one whose source is "typed" must be sent with the settlement. */
  rate: Rate | null;
  /** Whether the service knows no rate. */
  isUnknown: boolean;
  hint: string | null;
  /** A message if the debt is less than the smallest unit of the chosen currency. */
  tooSmall: string | null;
}

/**
 * Returns the amount of the form. Until the user types one, it is the debt converted to the chosen currency, which is
 * unknown without a rate.
 */
export function useSettleAmount(kept: StoredSettlementForm, debt: MoneyValue | null): SettleAmount {
  const { form, opened, isTyped } = kept;
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { rate: found, isUnknown } = useFoundRate(form.currency, form.paidOn, true);
  const owed = debt && !isTyped ? debtIn(debt, form.currency, found) : null;
  const proposed = owed === null ? null : { amount: owed, currency: form.currency };
  const untouched = proposed && proposed.amount > 0 ? amountText(proposed) : "";
  const amount = isTyped || debt === null ? form.amount : untouched;
  const rate = debt && proposed ? exactSettlementRate(debt, proposed, found) : found;
  const stored = storedRate(opened, form);
  // The hint names the looked-up rate, not one that only compensates for rounding.
  const hint = useAmountHint({ ...form, amount }, debt, { rate: stored ?? rate, said: stored ?? found });
  const tooSmall =
    debt && owed === 0
      ? t("tooSmallIn", { amount: format.money(debt), currency: form.currency, own: debt.currency })
      : null;
  return { amount, rate, isUnknown, hint, tooSmall };
}

/** Says how much of the debt the amount is, and what a foreign amount is worth. */
function useAmountHint(
  form: Pick<SettleForm, "amount" | "currency">,
  debt: MoneyValue | null,
  { rate, said }: { rate: Rate | null; said: Rate | null },
): string | null {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const rateWords = useRateWords();
  const reading = readCost(form.amount, form.currency);
  const cost = reading.kind === "cost" && reading.cost.currency === form.currency ? reading.cost : null;
  const comesTo =
    rate && cost
      ? { amount: convert(cost.amount, cost.currency, rate.to, [rate.value]), currency: rate.to }
      : cost;
  const isPart = debt && comesTo?.currency === debt.currency && comesTo.amount < debt.amount;
  const lines = [
    said && comesTo
      ? t("comesTo", { amount: format.money(comesTo), rate: rateWords(form.currency, said) })
      : null,
    isPart ? t("partOf", { amount: format.money(debt) }) : null,
  ].filter((line) => line !== null);
  return lines.length > 0 ? lines.join(" ") : null;
}
