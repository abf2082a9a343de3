"use client";

import { ArrowRight } from "lucide-react";
import { useId, useMemo } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import { currencyExponent } from "#lib/shared/money.ts";
import { usePageViewer } from "../../_base/page-viewer.tsx";
import { useUndoToast, useWrites } from "../../_base/writes.tsx";
import { RestoredInputNotice } from "../../_base/forms/back-line.tsx";
import { CurrencyChip } from "../form/currency-chip.tsx";
import { usualCurrencies } from "../form/currency-options.ts";
import { createStoredForms } from "../../_base/forms/stored-forms.ts";
import { readRate } from "../../_model/money/rate-text.ts";
import { SmallInput } from "../form/small-input.tsx";
import { useFormMoney } from "../form/use-form-money.ts";
import { useStoredForm } from "../../_base/forms/use-stored-form.ts";
import { useRateWords } from "../rate-notes.tsx";
import { CurrencyChangePreview } from "./currency-change-preview.tsx";
import { currencyPatch, currencyPreviewRequest } from "./currency-question.ts";
import { useCurrencyPreview } from "./use-currency-preview.ts";

interface KeptChange {
  start: { currency: string; baseSeq: number };
  to: string;
  typed: string;
}

const keptChanges = createStoredForms<KeptChange>("currency");

/**
 * Changes the currency of the whole trip and shows beforehand the new balances and the exchange rate. Expenses keep
 * their own currencies.
 */
export default function CurrencyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("trip-budget");
  const words = useRateWords();
  const id = useId();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const actions = useTripActions();
  const { defaultCurrency } = usePageViewer();
  const now = useTrip((trip) => trip.currency);
  const expenses = useTrip((trip) => trip.expenses);
  // The form contains the currency and the seq of the trip when the dialog was opened, so that a later change by
  // another member is a conflict.
  const kept = useStoredForm<KeptChange>({
    forms: keptChanges,
    of: "currency",
    begin: () => ({ start: { currency: now, baseSeq: actions.baseSeq() }, to: now, typed: "" }),
    // A typed rate converts from the currency that the trip had when the rate was typed, so a stored form of another
    // currency is dropped.
    fits: (change) => change.start.currency === now,
  });
  const { start, to, typed } = kept.form;
  const first = useMemo(
    () => usualCurrencies(now, expenses, defaultCurrency),
    [now, expenses, defaultCurrency],
  );
  const rate = readRate(typed);
  const isWrong = rate.kind === "wrong";
  const isOther = to !== start.currency;
  const question = currencyPreviewRequest(start.currency, to, rate);
  const { preview, isFetching, isError } = useCurrencyPreview(question, isOther && !isWrong);
  const format = useFormMoney(start.currency, to);
  const one = format.money({ amount: 10 ** currencyExponent(start.currency), currency: start.currency });
  const isReady = isOther && !isWrong && preview?.rate !== null && preview !== null && !isError;

  function save() {
    const write = writes.updateTrip(currencyPatch(question), { baseSeq: start.baseSeq });
    kept.sent(write);
    undoToast(t("currency.changed", { currency: to }), write);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("currency.title")}
      description={t("currency.how")}
      closeLabel={t("close")}
      width="sm"
      stays={typed !== ""}
      footer={
        <>
          <Button tone="plain" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button tone="primary" disabled={!isReady} onClick={save}>
            {t("currency.apply", { currency: to })}
          </Button>
        </>
      }
    >
      {kept.isBack ? <RestoredInputNotice onStartOver={kept.startOver} /> : null}
      <div className="flex items-center gap-3 pt-1">
        <span className="text-lg font-medium">{start.currency}</span>
        <Icon of={ArrowRight} className="text-text-3" />
        <CurrencyChip
          value={to}
          first={first}
          onChange={(code) => kept.put({ start, to: code, typed: "" })}
        />
        {isFetching ? <Spinner /> : null}
      </div>
      {isOther ? (
        <div className="mt-3 min-h-40">
          <label className="flex flex-wrap items-center gap-2 text-sm text-text-2">
            {t("currency.one", { one })}
            <SmallInput
              aria-label={t("currency.rateLabel", { one, to })}
              inputMode="decimal"
              maxLength={30}
              placeholder={preview?.rate?.value ?? ""}
              value={typed}
              wrong={isWrong}
              aria-describedby={isWrong ? `${id}-error` : undefined}
              onChange={(event) => kept.put({ start, to, typed: event.target.value })}
            />
            {to}
          </label>
          {isWrong ? (
            <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
              {t(rate.problem === "ambiguousRate" ? "currency.ambiguousRate" : "currency.wrongRate")}
            </p>
          ) : null}
          {isError ? (
            <InlineAlert live className="mt-2">
              {t("failed")}
            </InlineAlert>
          ) : null}
          {preview?.rate === null ? (
            <InlineAlert live className="mt-2">
              {t("currency.unknown", { from: start.currency, to })}
            </InlineAlert>
          ) : null}
          {preview?.rate && !isWrong ? (
            <p className="mt-1.5 text-sm text-text-3">{words(start.currency, preview.rate)}</p>
          ) : null}
          {preview && !isWrong ? <CurrencyChangePreview preview={preview} /> : null}
        </div>
      ) : (
        <p className="mt-3 text-sm text-text-3">{t("currency.choose")}</p>
      )}
    </Dialog>
  );
}
