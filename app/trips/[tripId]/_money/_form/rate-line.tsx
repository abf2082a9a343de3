"use client";

import { useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { FieldMessage } from "#app/_ui/field.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { convert, isRateValue, type Rate } from "#lib/shared/rates.ts";
import { currencyExponent } from "#lib/shared/money.ts";
import { useRateWords } from "../rate-notes.tsx";
import { SmallInput } from "./small-input.tsx";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

type RateLineProps = { state: FormState; error: string | undefined };

/** What a foreign amount is counted by, and what it comes to; another rate can be typed over it. */
export function RateLine({ state, error }: RateLineProps) {
  const t = useTranslations("trip-expense");
  const words = useRateWords();
  const id = useId();
  const { form, reading, found, expense, tripCurrency, change, touch } = state;
  const { amount, currency } = reading.money;
  // A currency that is being typed with the amount has none yet.
  const text = currency === form.currency ? form.rate : null;
  const [isOpen, setOpen] = useState(text !== null);
  // Somebody else may type one while the form is open.
  if (text !== null && !isOpen) setOpen(true);
  const format = useFormMoney(currency, tripCurrency);
  if (currency === tripCurrency) return null;
  const stored = expense?.money.currency === currency ? expense.rate : null;
  const typed = reading.fields.rate;
  const rate: Rate | null = found.rate ?? (typed === null ? stored : null);
  const value = typed === null ? rate?.value : isRateValue(typed) ? typed : undefined;
  const leadsHere = typed !== null || rate?.to === tripCurrency;
  const comesTo =
    value !== undefined && leadsHere && amount !== 0
      ? format.money({
          amount: convert(Math.abs(amount), currency, tripCurrency, [value]),
          currency: tripCurrency,
        })
      : null;
  const one = format.money({ amount: 10 ** currencyExponent(currency), currency });
  const isMissing = found.isUnknown && typed === null;
  return (
    <div className="pb-2 text-sm">
      {isMissing && !isOpen ? (
        <InlineAlert live action={null}>
          {t("rate.unknown", { currency, to: tripCurrency })}{" "}
          <TextButton className="font-medium" onClick={() => setOpen(true)}>
            {t("rate.type")}
          </TextButton>
        </InlineAlert>
      ) : null}
      {isOpen ? (
        <label className="flex items-center justify-end gap-2 text-text-2">
          {t("rate.one", { one })}
          <SmallInput
            aria-label={t("rate.label", { one, to: tripCurrency })}
            inputMode="decimal"
            maxLength={30}
            placeholder={leadsHere ? (rate?.value ?? "") : ""}
            value={text ?? ""}
            wrong={error !== undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onBlur={() => touch("rate")}
            onChange={(event) => change({ rate: event.target.value === "" ? null : event.target.value })}
          />
          {tripCurrency}
        </label>
      ) : rate ? (
        <p className="flex flex-wrap items-baseline justify-end gap-x-2 text-text-3">
          <span>{words(currency, rate)}</span>
          <TextButton onClick={() => setOpen(true)}>{t("rate.change")}</TextButton>
        </p>
      ) : null}
      <p aria-live="polite" className="text-right text-text-3 tabular-nums">
        {comesTo === null ? null : t("rate.comesTo", { amount: comesTo })}
      </p>
      <FieldMessage id={id} error={error} hint={undefined} />
    </div>
  );
}
