import { convert, isRateValue, type Rate } from "#lib/shared/rates.ts";
import { amountText } from "../../_details/cost-text.ts";
import type { FormState } from "./use-expense-form.ts";

type RatedState = Pick<FormState, "form" | "reading" | "found" | "expense" | "tripCurrency">;

export interface Counted {
  /** As it was looked up, or stored. */
  rate: Rate | null;
  /** Decimal digits; undefined: none leads to the trip's currency. */
  value: string | undefined;
  /** What the amount comes to, as a size; null: not known, or no amount yet. */
  amount: number | null;
}

/** By which rate a foreign amount counts: what was typed, or follows from what was charged, before what is known. */
export function countedBy({ reading, found, expense, tripCurrency }: RatedState): Counted {
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

/** What stands in the two fields: what was typed in one of them, and in the other what follows. */
export function rateTexts({ form, reading, tripCurrency }: RatedState, { amount }: Counted) {
  const isOwn = reading.money.currency === form.currency;
  const [rate, charged] = isOwn ? [form.rate, form.charged] : [null, null];
  const comesTo = amount === null ? "" : amountText({ amount, currency: tripCurrency });
  return {
    rate: charged === null ? (rate ?? "") : (reading.fields.rate ?? ""),
    charged: charged ?? (rate === null ? "" : comesTo),
    comesTo,
  };
}
