"use client";

import { useId } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { FieldMessage } from "#app/_ui/field.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { RowErrorContext } from "../form/form-row.tsx";
import { SmallInput } from "../form/small-input.tsx";
import { useFormMoney } from "../form/use-form-money.ts";
import { expenseIcons } from "../expense-icon.ts";
import { type BudgetField, type BudgetForm, readLimit } from "./budget-form.ts";

type BudgetLimitsProps = {
  form: BudgetForm;
  tripCurrency: string;
  wrong: readonly BudgetField[];
  /** Whether errors are shown. */
  isSaid: boolean;
  onChange: (category: ExpenseCategory, text: string) => void;
};

/** Fields for the limit of each category, with their sum. */
export function BudgetLimits({ form, tripCurrency, wrong, isSaid, onChange }: BudgetLimitsProps) {
  const t = useTranslations("trip-budget");
  const id = useId();
  const { currency } = form;
  const error = isSaid && wrong.some((field) => field !== "total") ? t("wrong", { currency }) : undefined;
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="mt-4 mb-1 text-sm font-medium">
        {t("limits")}
      </h3>
      <RowErrorContext value={error && `${id}-error`}>
        <ul>
          {EXPENSE_CATEGORIES.map((category) => (
            <LimitRow
              key={category}
              category={category}
              value={form.limits[category] ?? ""}
              wrong={wrong.includes(category)}
              onChange={(text) => onChange(category, text)}
            />
          ))}
        </ul>
      </RowErrorContext>
      <FieldMessage id={id} error={error} hint={undefined} />
      <p aria-live="polite" className="mt-1 text-right text-sm text-text-3 tabular-nums">
        {error ? null : <SumWords form={form} tripCurrency={tripCurrency} />}
      </p>
    </section>
  );
}

function SumWords({ form, tripCurrency }: Pick<BudgetLimitsProps, "form" | "tripCurrency">) {
  const t = useTranslations("trip-budget");
  const { currency, limits } = form;
  const format = useFormMoney(currency, tripCurrency);
  const say = (amount: number) => format.money({ amount, currency });
  const set = EXPENSE_CATEGORIES.map((category) => readLimit(limits[category] ?? "", currency) ?? 0);
  const sum = set.reduce((all, each) => all + each, 0);
  const whole = readLimit(form.total, currency) ?? null;
  if (sum === 0) return null;
  return whole !== null && sum > whole ? (
    <span className="text-warning">{t("limitsOver", { sum: say(sum), over: say(sum - whole) })}</span>
  ) : (
    t("limitsSum", { sum: say(sum) })
  );
}

type LimitRowProps = {
  category: ExpenseCategory;
  value: string;
  wrong: boolean;
  onChange: (text: string) => void;
};

function LimitRow({ category, value, wrong, onChange }: LimitRowProps) {
  const t = useTranslations("trip-budget");
  const tMoney = useTranslations("trip-money");
  const name = tMoney(`category.${category}`);
  return (
    <li>
      <label className="flex min-h-10 items-center gap-3 touch:min-h-12">
        <Icon of={expenseIcons[category]} className="text-text-2" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <SmallInput
          aria-label={t("limitFor", { name })}
          inputMode="decimal"
          placeholder={t("noLimit")}
          maxLength={80}
          width="w-32"
          value={value}
          wrong={wrong}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </li>
  );
}
