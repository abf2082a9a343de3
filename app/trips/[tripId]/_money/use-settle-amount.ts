"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { convert, type Rate } from "#lib/shared/rates.ts";
import { amountText, readCost } from "../_details/cost-text.ts";
import { useFoundRate } from "./_form/use-found-rate.ts";
import { useRateWords } from "./rate-notes.tsx";
import { debtIn, type KeptSettle, type SettleForm, settlingRate, storedRate } from "./settle-form.ts";
import { useMoneyFormat } from "./use-money-format.ts";

interface SettleAmount {
  /** As it stands in the field. */
  amount: string;
  /** By which it is counted; one that is "typed" has to be sent along. */
  rate: Rate | null;
  /** The service knows no rate. */
  isUnknown: boolean;
  hint: string | null;
  /** The debt is no sum in this currency. */
  tooSmall: string | null;
}

/** An amount that nobody has touched stays what is owed, in whatever currency; until a rate is there it is not known. */
export function useSettleAmount(kept: KeptSettle, debt: MoneyValue | null): SettleAmount {
  const { form, opened, isTyped } = kept;
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { rate: found, isUnknown } = useFoundRate(form.currency, form.paidOn, true);
  const owed = debt && !isTyped ? debtIn(debt, form.currency, found) : null;
  const proposed = owed === null ? null : { amount: owed, currency: form.currency };
  const untouched = proposed && proposed.amount > 0 ? amountText(proposed) : "";
  const amount = isTyped || debt === null ? form.amount : untouched;
  const rate = debt && proposed ? settlingRate(debt, proposed, found) : found;
  const stored = storedRate(opened, form);
  // What was looked up, and not that which only makes up for a rounded amount: nobody has typed it.
  const hint = useAmountHint({ ...form, amount }, debt, { rate: stored ?? rate, said: stored ?? found });
  const tooSmall =
    debt && owed === 0
      ? t("tooSmallIn", { amount: format.money(debt), currency: form.currency, own: debt.currency })
      : null;
  return { amount, rate, isUnknown, hint, tooSmall };
}

/** How much of what is owed it is, and what a foreign amount comes to. */
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
