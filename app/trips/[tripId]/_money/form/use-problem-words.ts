"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { MAX_SHARES } from "#lib/shared/expense-rules.ts";
import { currencyExponent } from "#lib/shared/money.ts";
import { MAX_BILL_NAMES, MAX_NIGHTS } from "#lib/shared/money-limits.ts";
import { amountText } from "../../_model/money/cost-text.ts";
import { percentText } from "./expense-form.ts";
import type { FormProblem } from "./form-problems.ts";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

const MOST = { noNights: MAX_NIGHTS, longBill: MAX_BILL_NAMES } as const;

/** Returns the message of a problem, which says how to correct it. */
export function useProblemWords(state: FormState): (problem: FormProblem) => string {
  const t = useTranslations("trip-expense");
  const { reading, tripCurrency, form } = state;
  const { currency } = reading.money;
  const format = useFormMoney(currency, tripCurrency);
  return ({ field, kind }) => {
    const left = Math.abs(field === "payers" ? reading.left.paid : reading.left.split);
    const amount = format.money({ amount: left, currency });
    const digits = currencyExponent(currency);
    const example = amountText({ amount: digits === 0 ? 1250 : 125 * 10 ** (digits - 1), currency });
    return t(`problem.${kind}`, {
      amount,
      percent: percentText(left),
      currency,
      to: tripCurrency,
      example,
      digits,
      max: MOST[kind as keyof typeof MOST] ?? MAX_SHARES,
      count: form.title.length,
    });
  };
}
