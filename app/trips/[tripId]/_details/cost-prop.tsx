"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { currencyCodes } from "#lib/shared/money.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePageViewer } from "../_shell/page-viewer.tsx";
import { amountText, parseCost } from "./cost-text.ts";
import { TextProp } from "./text-prop.tsx";
import { useStopField } from "./use-stop-field.ts";

/** What it costs in all; a new cost starts in the person's own currency, and any code may be typed with it. */
export function CostProp({ stop, readOnly }: { stop: StopDto; readOnly: boolean }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const { defaultCurrency } = usePageViewer();
  const tripCurrency = useTrip((trip) => trip.currency);
  const { save, presence } = useStopField(stop, "cost");
  const { cost } = stop;
  const currency = cost?.currency ?? defaultCurrency ?? tripCurrency;
  return (
    <TextProp
      label={t("cost")}
      value={cost ? amountText(cost) : ""}
      shown={cost ? formats.money(cost) : ""}
      placeholder={t("addCost")}
      readOnly={readOnly}
      presence={presence}
      inputMode="decimal"
      maxLength={24}
      onSave={(text, baseSeq) => {
        if (text === "") {
          save({ cost: null }, baseSeq);
          return null;
        }
        const parsed = parseCost(text, currency);
        if (!parsed) return t("costWrong", { example: amountText({ amount: 1250, currency }), currency });
        save({ cost: parsed }, baseSeq);
        return null;
      }}
      trailing={
        readOnly ? null : (
          <CurrencySelect
            label={t("currency")}
            value={currency}
            first={[tripCurrency, ...(defaultCurrency ? [defaultCurrency] : [])]}
            disabled={!cost}
            onChange={(code) =>
              cost && save({ cost: { amount: rescale(cost.amount, cost.currency, code), currency: code } })
            }
          />
        )
      }
    />
  );
}

/** The figures stay as they are read: ¥1,250 becomes €1,250. */
function rescale(amount: number, from: string, to: string): number {
  return parseCost(amountText({ amount, currency: from }), to)?.amount ?? Math.round(amount);
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
