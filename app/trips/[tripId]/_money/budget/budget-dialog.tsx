"use client";

import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip, useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { useFocusOnMount } from "../../_base/use-focus-on-mount.ts";
import { useView } from "../../_base/view.tsx";
import { useUndoToast, useWrites } from "../../_base/writes.tsx";
import { RestoredInputNotice } from "../../_base/forms/back-line.tsx";
import { focusWrong } from "../form/focus-wrong.ts";
import { createStoredForms } from "../../_base/forms/stored-forms.ts";
import { useStoredForm } from "../../_base/forms/use-stored-form.ts";
import { type BudgetForm, budgetForm, readBudget } from "./budget-form.ts";
import { BudgetLimits } from "./budget-limits.tsx";

interface KeptBudget {
  form: BudgetForm;
  /** The form at the time the dialog was opened; `baseSeq` is the seq of the trip at that time. */
  start: BudgetForm;
  baseSeq: number;
}

const keptBudgets = createStoredForms<KeptBudget>("budget");

/** Edits the budget, in total and by category, in one write. Removing the budget is no option of this dialog. */
export default function BudgetDialog() {
  const t = useTranslations("trip-budget");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const actions = useTripActions();
  const formId = useId();
  const body = useRef<HTMLFormElement>(null);
  const { budget, tripCurrency } = useTrip((trip) => ({ budget: trip.budget, tripCurrency: trip.currency }));
  // The form starts from what the user sees; a change that another member makes while the dialog is open becomes a
  // conflict.
  const kept = useStoredForm<KeptBudget>({
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
  const close = () => view.set({ dialog: null });
  const reading = readBudget(form);
  const wrong = "wrong" in reading ? reading.wrong : [];

  function save(event: SubmitEvent) {
    event.preventDefault();
    if ("wrong" in reading) {
      setTried(true);
      requestAnimationFrame(() => focusWrong(body.current));
      return;
    }
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
      description={t("how", { currency: form.currency })}
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
      <form ref={body} id={formId} noValidate onSubmit={save}>
        {kept.isBack ? <RestoredInputNotice onStartOver={kept.startOver} /> : null}
        <TextField
          ref={total}
          label={t("total")}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t("noTotal")}
          maxLength={80}
          value={form.total}
          error={tried && wrong.includes("total") ? t("wrong", { currency: form.currency }) : undefined}
          onChange={(event) => setForm({ ...form, total: event.target.value })}
        />
        <BudgetLimits
          form={form}
          tripCurrency={tripCurrency}
          wrong={wrong}
          isSaid={tried}
          onChange={setLimit}
        />
      </form>
    </Dialog>
  );
}
