"use client";

import { useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { focusLater } from "#app/_ui/focus-later.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { amountText } from "../../_model/money/cost-text.ts";
import { useMay } from "../../_base/may.tsx";
import { useAutosaveField } from "../../_base/text/use-autosave-field.ts";
import { useFocusOnMount } from "../../_base/use-focus-on-mount.ts";
import { useUndoToast, useWrites } from "../../_base/writes.tsx";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";
import { readLimit, withLimit } from "./budget-form.ts";

const box = "-mx-1.5 w-fit max-w-32 min-w-0 rounded-xs px-1.5 text-right touch:min-h-11";

type LimitTextProps = { category: ExpenseCategory };

/** A category's limit in the budget's currency. A press turns it into a field with the bare number. */
export function LimitText({ category }: LimitTextProps) {
  const t = useTranslations("trip-budget");
  const tMoney = useTranslations("trip-money");
  const { edit } = useMay();
  const format = useMoneyFormat();
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { currency, amount } = useTrip(({ budget, currency: ofTrip }) => ({
    currency: budget?.currency ?? ofTrip,
    amount: budget?.limits[category],
  }));
  const value = amount === undefined ? "" : format.money({ amount, currency });
  const shown = value || t("limit");
  function stop() {
    setEditing(false);
    focusLater(() => button.current?.focus());
  }
  if (!edit && value === "") return null;
  return (
    <span className="flex items-baseline gap-1 text-text-3">
      {value === "" ? null : t("of")}
      {!edit ? (
        <span className="max-w-32 truncate">{value}</span>
      ) : isEditing ? (
        <LimitField category={category} onDone={stop} />
      ) : (
        <button
          ref={button}
          type="button"
          aria-label={`${t("limitFor", { name: tMoney(`category.${category}`) })}: ${shown}`}
          onClick={() => setEditing(true)}
          className={cx(box, "cursor-text truncate hover:bg-press")}
        >
          {shown}
        </button>
      )}
    </span>
  );
}

/**
 * A field for a limit. A text that is no amount stays in it with an error until it is corrected or the edit is
 * cancelled.
 */
function LimitField({ category, onDone }: LimitTextProps & { onDone: () => void }) {
  const t = useTranslations("trip-budget");
  const tMoney = useTranslations("trip-money");
  const format = useMoneyFormat();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const errorId = useId();
  const input = useFocusOnMount<HTMLInputElement>();
  const { id, budget, tripCurrency } = useTrip((trip) => ({
    id: trip.id,
    budget: trip.budget,
    tripCurrency: trip.currency,
  }));
  const currency = budget?.currency ?? tripCurrency;
  const amount = budget?.limits[category];
  const name = tMoney(`category.${category}`);
  const isWrong = useRef(false);

  function save(text: string, baseSeq: number): string | null {
    const limit = readLimit(text, currency);
    isWrong.current = limit === undefined;
    if (limit === undefined) return t("wrong", { currency });
    undoToast(
      limit === null
        ? t("limitRemoved", { name })
        : t("limitSet", { name, amount: format.money({ amount: limit, currency }) }),
      writes.setBudget(withLimit(budget, tripCurrency, category, limit), { baseSeq }),
    );
    return null;
  }
  const { field, wrong } = useAutosaveField({
    of: id,
    value: amount === undefined ? "" : amountText({ amount, currency }),
    save,
    onBlur() {
      if (!isWrong.current) onDone();
    },
  });
  return (
    <span className="flex flex-col items-end">
      <input
        {...field}
        ref={input}
        aria-label={t("limitFor", { name })}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? errorId : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={80}
        onBlur={() => {
          // The field closes on blur unless the text that is saved on this blur is wrong.
          isWrong.current = false;
          field.onBlur();
        }}
        className={cx(
          box,
          "field-sizing-content bg-surface shadow-[0_0_0_1.5px_var(--color-accent)] outline-none focus-visible:shadow-[0_0_0_1.5px_var(--color-accent)] aria-invalid:shadow-[0_0_0_1.5px_var(--color-danger)]",
        )}
      />
      {wrong ? (
        <span id={errorId} role="alert" className="mt-1 max-w-48 text-xs whitespace-normal text-danger">
          {wrong}
        </span>
      ) : null}
    </span>
  );
}
