"use client";

import { useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { FieldMessage } from "#app/_ui/field.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import { currencyExponent } from "#lib/shared/money.ts";
import { useRateWords } from "../rate-notes.tsx";
import { type ConvertedAmount, convertAmount, rateTexts } from "./counted-by.ts";
import { SmallInput } from "./small-input.tsx";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

type RateLineProps = { state: FormState; error: string | undefined; chargeError: string | undefined };

/**
 * Shows the exchange rate of a foreign amount and the amount in the trip's currency. Either can be typed, and the
 * other follows.
 */
export function RateLine({ state, error, chargeError }: RateLineProps) {
  const t = useTranslations("trip-expense");
  const words = useRateWords();
  const { form, reading, found, tripCurrency } = state;
  const { currency } = reading.money;
  // While a currency sign in the amount field differs from the form's currency, the typed rate does not apply to it.
  const isTyped = currency === form.currency && (form.rate !== null || form.charged !== null);
  const [isOpen, setOpen] = useState(isTyped);
  // The field opens also when another member's change brings a typed rate into the open form.
  if (isTyped && !isOpen) setOpen(true);
  const format = useFormMoney(currency, tripCurrency);
  if (currency === tripCurrency) return null;
  const counted = convertAmount(state);
  const comesTo = counted.amount === null ? null : { amount: counted.amount, currency: tripCurrency };
  const isMissing = found.isUnknown && reading.fields.rate === null;
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
        <RateFields state={state} counted={counted} error={error} chargeError={chargeError} />
      ) : counted.rate ? (
        <p className="flex flex-wrap items-baseline justify-end gap-x-2 text-text-3">
          <span>{words(currency, counted.rate)}</span>
          <TextButton onClick={() => setOpen(true)}>{t("rate.change")}</TextButton>
        </p>
      ) : null}
      <p aria-live="polite" className="text-right text-text-3 tabular-nums">
        {comesTo === null ? null : t("rate.comesTo", { amount: format.money(comesTo) })}
      </p>
    </div>
  );
}

type RateFieldsProps = RateLineProps & { counted: ConvertedAmount };

function RateFields({ state, counted, error, chargeError }: RateFieldsProps) {
  const t = useTranslations("trip-expense");
  const id = useId();
  const { form, reading, tripCurrency, change, touch } = state;
  const { currency } = reading.money;
  const format = useFormMoney(currency, tripCurrency);
  const one = format.money({ amount: 10 ** currencyExponent(currency), currency });
  const texts = rateTexts(state, counted);
  const row = "mb-1.5 flex items-center justify-end gap-2 text-text-2";
  return (
    <>
      <label className={row}>
        {t("rate.one", { one })}
        <SmallInput
          aria-label={t("rate.label", { one, to: tripCurrency })}
          inputMode="decimal"
          maxLength={30}
          placeholder={counted.value ?? ""}
          value={texts.rate}
          wrong={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onBlur={() => touch("rate")}
          onChange={({ target }) =>
            change({ rate: target.value === "" ? null : target.value, charged: null })
          }
        />
        {tripCurrency}
      </label>
      <FieldMessage id={id} error={error} hint={undefined} />
      <label className={row}>
        {t(form.isRefund ? "rate.credited" : "rate.charged")}
        <SmallInput
          aria-label={t(form.isRefund ? "rate.creditedIn" : "rate.chargedIn", { to: tripCurrency })}
          inputMode="decimal"
          maxLength={30}
          placeholder={texts.comesTo}
          value={texts.charged}
          wrong={chargeError !== undefined}
          aria-describedby={chargeError ? `${id}-charge-error` : undefined}
          onBlur={() => touch("charged")}
          onChange={({ target }) =>
            change({ charged: target.value === "" ? null : target.value, rate: null })
          }
        />
        {tripCurrency}
      </label>
      <FieldMessage id={`${id}-charge`} error={chargeError} hint={undefined} />
    </>
  );
}
