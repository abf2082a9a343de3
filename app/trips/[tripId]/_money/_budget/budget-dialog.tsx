"use client";

import { type SubmitEvent, useId, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip, useTripActions } from "#lib/client/trip-context.tsx";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { useFocusOnMount } from "../../_shell/use-focus-on-mount.ts";
import { useView } from "../../_shell/view.tsx";
import { useUndoToast, useWrites } from "../../_shell/writes.tsx";
import { BackLine } from "../_form/back-line.tsx";
import { makeKeptForms } from "../_form/kept-forms.ts";
import { SmallInput } from "../_form/small-input.tsx";
import { useFormMoney } from "../_form/use-form-money.ts";
import { useKeptForm } from "../_form/use-kept-form.ts";
import { expenseIcons } from "../expense-icon.ts";
import { type BudgetForm, budgetForm, readBudget, readLimit } from "./budget-form.ts";

interface KeptBudget {
  form: BudgetForm;
  /** As it was opened, and the seq of that. */
  start: BudgetForm;
  baseSeq: number;
}

const keptBudgets = makeKeptForms<KeptBudget>();

/** What the trip may cost, in all and by category, at once. Nothing in it takes the budget away. */
export default function BudgetDialog() {
  const t = useTranslations("trip-budget");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const actions = useTripActions();
  const formId = useId();
  const { budget, tripCurrency } = useTrip((trip) => ({ budget: trip.budget, tripCurrency: trip.currency }));
  // What this person saw; what others change meanwhile is a conflict.
  const kept = useKeptForm<KeptBudget>({
    forms: keptBudgets,
    of: "budget",
    begin() {
      const form = budgetForm(budget, tripCurrency);
      return { form, start: form, baseSeq: actions.baseSeq() };
    },
  });
  const { form, start, baseSeq } = kept.form;
  const setForm = (next: BudgetForm) => kept.put({ ...kept.form, form: next });
  const [tried, setTried] = useState(false);
  const total = useFocusOnMount<HTMLInputElement>();
  const isChanged = form !== start;
  const format = useFormMoney(form.currency, tripCurrency);
  const close = () => view.set({ dialog: null });
  const reading = readBudget(form);
  const wrong = "wrong" in reading ? reading.wrong : [];
  const limits = EXPENSE_CATEGORIES.map(
    (category) => readLimit(form.limits[category] ?? "", form.currency) ?? 0,
  );
  const sum = limits.reduce((all, each) => all + each, 0);
  const whole = readLimit(form.total, form.currency) ?? null;
  const say = (amount: number) => format.money({ amount, currency: form.currency });

  function save(event: SubmitEvent) {
    event.preventDefault();
    if ("wrong" in reading) return setTried(true);
    if (isChanged) {
      const write = writes.setBudget(reading.budget, { baseSeq });
      kept.sent(write);
      undoToast(t("saved"), write);
    }
    close();
  }
  function setLimit(category: ExpenseCategory, text: string) {
    setForm({ ...form, limits: { ...form.limits, [category]: text } });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t("title")}
      closeLabel={t("close")}
      width="sm"
      stays={isChanged}
      footer={
        <>
          <Button tone="plain" className="phone:hidden" onClick={close}>
            {t("cancel")}
          </Button>
          <Button tone="primary" type="submit" form={formId}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        {kept.isBack ? <BackLine onStartOver={kept.startOver} /> : null}
        <TextField
          ref={total}
          label={t("total")}
          note={form.currency}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t("noTotal")}
          maxLength={80}
          value={form.total}
          error={tried && wrong.includes("total") ? t("wrong", { currency: form.currency }) : undefined}
          onChange={(event) => setForm({ ...form, total: event.target.value })}
        />
        <h3 className="mt-4 mb-1 text-sm font-medium">{t("limits")}</h3>
        <ul>
          {EXPENSE_CATEGORIES.map((category) => (
            <LimitRow
              key={category}
              category={category}
              value={form.limits[category] ?? ""}
              wrong={wrong.includes(category)}
              onChange={(text) => setLimit(category, text)}
            />
          ))}
        </ul>
        <p aria-live="polite" className="mt-1 text-right text-sm text-text-3 tabular-nums">
          {tried && wrong.some((field) => field !== "total") ? (
            <span className="text-danger">{t("wrong", { currency: form.currency })}</span>
          ) : sum === 0 ? null : whole !== null && sum > whole ? (
            <span className="text-warning">{t("limitsOver", { sum: say(sum), over: say(sum - whole) })}</span>
          ) : (
            t("limitsSum", { sum: say(sum) })
          )}
        </p>
      </form>
    </Dialog>
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
    <li className="flex min-h-10 items-center gap-3 touch:min-h-12">
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
    </li>
  );
}
