"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { toast } from "#app/_ui/toast.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { currencyCodes, type MoneyValue } from "#lib/shared/money.ts";
import { useMoneyFormat } from "../money/use-money-format.ts";
import { usePageViewer } from "../page-viewer.tsx";
import {
  amountText,
  withOtherCurrency,
  isRounded,
  readCost,
  originalAmount,
} from "../../_model/money/cost-text.ts";
import type { RowField } from "../../_model/row-field.ts";
import { TextProp } from "./text-prop.tsx";

type CostPropProps = {
  /** The id of the stop or reservation. */
  of: string;
  cost: MoneyValue | null;
  field: RowField<{ cost: MoneyValue | null }>;
  readOnly: boolean;
};

/**
 * A field for the total cost. A new cost starts in the user's own currency, and any currency can be typed with the
 * amount.
 */
export function CostProp({ of, cost, field, readOnly }: CostPropProps) {
  const t = useTranslations("trip-details");
  const format = useMoneyFormat();
  const { defaultCurrency } = usePageViewer();
  const tripCurrency = useTrip((trip) => trip.currency);
  const { save, presence } = field;
  // The amount before its currency was changed, because the amount in the other currency may have been rounded.
  const [changed, setChanged] = useState<{ of: string; from: MoneyValue } | null>(null);
  const currency = cost?.currency ?? defaultCurrency ?? tripCurrency;
  const before = cost && changed?.of === of ? originalAmount(changed.from, cost) : cost;

  function read(text: string, baseSeq: number): string | null {
    const reading = text === "" ? null : readCost(text, currency);
    if (reading?.kind === "noSum") {
      return t("costWrong", { example: amountText({ amount: 1250, currency }), currency });
    }
    if (reading?.kind === "whichCurrency") {
      return t("costCurrency", { unit: reading.unit, example: reading.example });
    }
    save({ cost: reading?.cost ?? null }, baseSeq);
    return null;
  }

  function change(code: string) {
    if (!before) return;
    const moved = withOtherCurrency(before, code);
    if (!moved) return toast(t("costTooMuch", { currency: code }), { problem: true });
    setChanged({ of, from: before });
    save({ cost: moved });
  }

  return (
    <TextProp
      of={of}
      label={t("cost")}
      value={cost ? amountText(cost) : ""}
      shown={cost ? format.money(cost) : ""}
      placeholder={t("addCost")}
      readOnly={readOnly}
      presence={presence}
      inputMode="decimal"
      maxLength={32}
      onSave={read}
      note={
        cost && before && isRounded(before, cost) ? t("costRounded", { sum: amountText(before) }) : undefined
      }
      trailing={
        readOnly ? null : (
          <CurrencySelect
            label={t("currency")}
            value={currency}
            first={[tripCurrency, ...(defaultCurrency ? [defaultCurrency] : [])]}
            disabled={!cost}
            onChange={change}
          />
        )
      }
    />
  );
}

type CurrencySelectProps = {
  label: string;
  value: string;
  first: readonly string[];
  disabled: boolean;
  onChange: (code: string) => void;
};

function CurrencySelect({ label, value, first, disabled, onChange }: CurrencySelectProps) {
  const codes = [...new Set([...first, value, ...currencyCodes()])];
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      className="h-7 rounded-xs bg-transparent text-right text-xs text-text-3 hover:bg-press disabled:hidden touch:h-9 phone:text-lg"
    >
      {codes.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </select>
  );
}
