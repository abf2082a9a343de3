import { convert, isRateValue, type Rate } from "#lib/shared/rates.ts";
import { amountText } from "../../_model/money/cost-text.ts";
import type { FormState } from "./use-expense-form.ts";

type RatedState = Pick<FormState, "form" | "reading" | "found" | "expense" | "tripCurrency">;

export interface ConvertedAmount {
  /** The rate as it was looked up or stored; null if there is none. */
  rate: Rate | null;
  /** The rate as decimal digits; undefined if no rate to the trip's currency is known. */
  value: string | undefined;
  /** The absolute amount in the trip's currency; null without a rate or an amount. */
  amount: number | null;
}

/**
 * Returns the rate by which a foreign amount is converted: a typed rate or one that follows from the charge, else the
 * looked-up or stored one.
 */
export function convertAmount({ reading, found, expense, tripCurrency }: RatedState): ConvertedAmount {
  const { amount, currency } = reading.money;
  const stored = expense?.money.currency === currency ? expense.rate : null;
  const typed = reading.fields.rate;
  const rate: Rate | null = found.rate ?? (typed === null ? stored : null);
  const known = rate?.to === tripCurrency ? rate.value : undefined;
  const value = typed === null ? known : isRateValue(typed) ? typed : undefined;
  const isKnown = value !== undefined && amount !== 0;
  return {
    rate,
    value,
    amount: isKnown ? convert(Math.abs(amount), currency, tripCurrency, [value]) : null,
  };
}

/**
 * Returns the texts of the fields for the rate and the charge: one shows what was typed, the other what follows from
 * it.
 */
export function rateTexts({ form, reading, tripCurrency }: RatedState, { amount }: ConvertedAmount) {
  const isOwn = reading.money.currency === form.currency;
  const [rate, charged] = isOwn ? [form.rate, form.charged] : [null, null];
  const comesTo = amount === null ? "" : amountText({ amount, currency: tripCurrency });
  return {
    rate: charged === null ? (rate ?? "") : (reading.fields.rate ?? ""),
    charged: charged ?? (rate === null ? "" : comesTo),
    comesTo,
  };
}
