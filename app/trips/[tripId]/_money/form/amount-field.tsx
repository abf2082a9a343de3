"use client";

import { useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useAfterPress } from "#app/_ui/use-after-press.ts";
import { FieldMessage } from "#app/_ui/field.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { decimalText } from "#lib/shared/money.ts";
import { usePageViewer } from "../../_base/page-viewer.tsx";
import { useFocusOnMount } from "../../_base/use-focus-on-mount.ts";
import { CurrencyChip } from "./currency-chip.tsx";
import { usualCurrencies } from "./currency-options.ts";
import { groupThousands, useFormMoney } from "./use-form-money.ts";
import type { FormState } from "./use-expense-form.ts";

const KEYS = ["+", "−", "×", "÷", "(", ")"] as const;

type AmountFieldProps = { state: FormState; error: string | undefined };

/**
 * Fields for the currency and the amount. The amount may be a calculation, and its result is shown while the user
 * types.
 */
export function AmountField({ state, error }: AmountFieldProps) {
  const t = useTranslations("trip-expense");
  const { form, typedAmount, reading, change, touch } = state;
  const { defaultCurrency } = usePageViewer();
  const newest = useTrip((trip) => trip.expenses);
  const first = useMemo(
    () => usualCurrencies(state.tripCurrency, newest, defaultCurrency),
    [state.tripCurrency, newest, defaultCurrency],
  );
  const id = useId();
  const input = useFocusOnMount<HTMLInputElement>();
  const [isTyping, setTyping] = useState(false);
  const { sum } = reading;
  const isPlain = sum.kind === "sum" && !sum.isCalculated;
  const quiet = isPlain ? groupThousands(trimmed(sum.amount, sum.currency)) : form.amount;

  /**
   * When the user leaves the field, a typed currency sign becomes the form's currency and a leading minus marks a
   * refund.
   */
  const leave = useAfterPress(isTyping, () => {
    // A press beside the field may have returned the focus to the field; then the user has not left it.
    if (document.activeElement === input.current) return;
    setTyping(false);
    const { amount, isRefund } = form;
    if (sum.kind === "sum" && sum.currency !== form.currency) {
      const { currency } = sum;
      change({ currency, amount: trimmed(sum.amount, currency), isRefund, rate: null });
    } else if (amount !== typedAmount) change({ amount, isRefund });
    if (sum.kind !== "empty") touch("amount");
  });
  function insert(key: string) {
    const field = input.current;
    if (!field) return;
    const before = field.value.slice(0, field.selectionStart ?? undefined);
    const after = field.value.slice(field.selectionEnd ?? field.value.length);
    // The form and the caret are updated synchronously, because the next key may arrive before the next render.
    flushSync(() => change({ amount: `${before}${key}${after}` }));
    const caret = field.value.length - after.length;
    field.setSelectionRange(caret, caret);
  }
  // While the operator keys are hidden, the message about the amount takes their position.
  const message = <FieldMessage id={id} error={error} hint={undefined} />;
  return (
    <div className={error ? "pb-2" : undefined}>
      <div className="flex items-center gap-3">
        <CurrencyChip
          value={form.currency}
          first={first}
          onChange={(currency) => {
            change({ currency, rate: null });
            input.current?.focus();
          }}
        />
        <input
          ref={input}
          id={id}
          aria-label={t(form.isRefund ? "amount.back" : "amount.label")}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-result`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          maxLength={100}
          value={isTyping ? typedAmount : quiet}
          onFocus={() => setTyping(true)}
          onBlur={leave}
          onChange={(event) => change({ amount: event.target.value })}
          className="h-11 min-w-0 flex-1 bg-transparent text-right text-2xl font-semibold tabular-nums caret-accent outline-none placeholder:text-n-400 focus-visible:shadow-none"
        />
      </div>
      <div className="flex min-h-7 flex-wrap items-start justify-between gap-x-3 touch:items-center touch:min-h-11">
        {isTyping ? <OperatorKeys onPress={insert} /> : message}
        <Result state={state} id={`${id}-result`} />
      </div>
      {isTyping ? message : null}
    </div>
  );
}

/** Returns the amount as "12.50", or as "12" without a fraction. */
function trimmed(amount: number, currency: string): string {
  return decimalText(amount, currency).replace(/\.0+$/, "");
}

/** Keys for arithmetic operators, which the number keyboards of phones lack. */
function OperatorKeys({ onPress }: { onPress: (key: string) => void }) {
  const t = useTranslations("trip-expense");
  return (
    <div role="group" aria-label={t("amount.keys")} className="-ml-1 hidden touch:flex">
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          // Prevents that the press takes the focus from the field and so closes the phone's keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPress(key)}
          className="grid size-11 place-items-center rounded-sm text-lg text-text-2 active:bg-press"
        >
          {key}
        </button>
      ))}
    </div>
  );
}

function Result({ state, id }: { state: FormState; id: string }) {
  const t = useTranslations("trip-expense");
  const { sum } = state.reading;
  const format = useFormMoney(sum.kind === "sum" ? sum.currency : state.form.currency, state.tripCurrency);
  const isNews = sum.kind === "sum" && (sum.isCalculated || sum.currency !== state.form.currency);
  const words =
    sum.kind === "sum" && isNews ? format.money({ amount: sum.amount, currency: sum.currency }) : "";
  return (
    <output id={id} aria-live="polite" className="ml-auto text-sm whitespace-nowrap text-text-2 tabular-nums">
      {words === ""
        ? null
        : t(sum.kind === "sum" && sum.isRounded ? "amount.rounded" : "amount.result", { amount: words })}
    </output>
  );
}
