"use client";

import { Trash2 } from "lucide-react";
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { Dialog } from "#app/_ui/dialog.tsx";
import { EmptyState } from "#app/_ui/empty-state.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useOneExpense } from "#lib/client/money/expenses.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { type ExpenseDialog as Opened, useView } from "../../_base/view.tsx";
import { ExpenseFailed } from "../expense-failed.tsx";
import { AmountField } from "./amount-field.tsx";
import { RestoredInputNotice } from "../../_base/forms/back-line.tsx";
import { CategoryChips } from "./category-chips.tsx";
import { DaySection } from "./day-section.tsx";
import { focusWrong } from "./focus-wrong.ts";
import type { FormField } from "./form-problems.ts";
import { MoreSection } from "./more-section.tsx";
import { PayersSection } from "./payers-section.tsx";
import { PrivateRow } from "./private-row.tsx";
import { RateLine } from "./rate-line.tsx";
import { ReceiptsSection } from "./receipts-section.tsx";
import { sectionOf, type Section } from "./sections.ts";
import { SplitSection } from "./split-section.tsx";
import { type FormState, useExpenseForm } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";
import { useProblemWords } from "./use-problem-words.ts";
import { useSaveExpense } from "./use-save-expense.ts";

/** The dialog for a new expense or for the change of an existing one. */
export default function ExpenseDialog({ dialog }: { dialog: Opened }) {
  const isNew = dialog.kind === "addExpense";
  const { expense: found, isFailed, retry } = useOneExpense(isNew ? null : dialog.expenseId);
  // Another member may delete the expense while it is edited: the form stays open, and saving reports the deletion.
  const [row, setRow] = useState<ExpenseDto | null>(null);
  if (found && found !== row) setRow(found);
  if (isNew) return <ExpenseForm dialog={dialog} expense={null} />;
  const shown = row?.id === dialog.expenseId ? row : null;
  if (shown) return <ExpenseForm key={shown.id} dialog={dialog} expense={shown} />;
  if (isFailed) {
    return (
      <NoForm>
        <ExpenseFailed retry={retry} />
      </NoForm>
    );
  }
  return <NoForm>{found === undefined ? <Skeleton className="h-72 w-full" /> : <Gone />}</NoForm>;
}

function Gone() {
  const t = useTranslations("trip-expense");
  return <EmptyState title={t("gone")} />;
}

function NoForm({ children }: { children: ReactNode }) {
  const t = useTranslations("trip-expense");
  const view = useView();
  return (
    <Dialog
      open
      onOpenChange={() => view.set({ dialog: null })}
      title={t("editTitle")}
      closeLabel={t("close")}
      width="sm"
    >
      {children}
    </Dialog>
  );
}

type ExpenseFormProps = { dialog: Opened; expense: ExpenseDto | null };

function ExpenseForm({ dialog, expense }: ExpenseFormProps) {
  const t = useTranslations("trip-expense");
  const view = useView();
  const formId = useId();
  const body = useRef<HTMLFormElement>(null);
  const state = useExpenseForm(dialog, expense);
  const { save, remove } = useSaveExpense(state);
  const words = useProblemWords(state);
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState<Section | null>(null);
  const { form, reading, problems, change } = state;
  const close = () => view.set({ dialog: null });
  const toggle = (section: Section) => () => setOpen(open === section ? null : section);

  function error(field: FormField): string | undefined {
    const problem = problems.find((each) => each.field === field);
    return problem && (tried || state.touched.has(field)) ? words(problem) : undefined;
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const [first] = problems;
    if (first) {
      setTried(true);
      const section = sectionOf(first.field);
      if (section) setOpen(section);
      requestAnimationFrame(() => focusWrong(body.current));
      return;
    }
    save();
    close();
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={t(expense ? "editTitle" : "newTitle")}
      closeLabel={t("close")}
      width="sm"
      stays={state.isChanged}
      footer={
        <>
          {expense ? (
            <IconButton
              label={t("delete")}
              icon={Trash2}
              iconSize={20}
              className="size-11"
              onClick={() => {
                remove();
                close();
              }}
            />
          ) : null}
          <Button tone="primary" size="wide" className="min-w-0 shrink" type="submit" form={formId}>
            <SubmitWords state={state} />
          </Button>
        </>
      }
    >
      <form ref={body} id={formId} noValidate onSubmit={submit} className="pt-1">
        {state.isBack ? <RestoredInputNotice onStartOver={state.startOver} /> : null}
        <AmountField state={state} error={error("amount")} />
        <RateLine
          key={reading.money.currency}
          state={state}
          error={error("rate")}
          chargeError={error("charged")}
        />
        <TextField
          label={t("title")}
          hideLabel
          placeholder={form.category === null ? t("titleHint") : reading.fields.title}
          autoComplete="off"
          enterKeyHint="send"
          maxLength={300}
          value={form.title}
          error={error("title")}
          onChange={(event) => change({ title: event.target.value })}
        />
        <div className="pt-3 pb-1">
          <CategoryChips
            value={reading.isCategoryKnown ? reading.category : null}
            onChange={(category) => change({ category })}
          />
        </div>
        <PayersSection state={state} open={open === "payers"} onToggle={toggle("payers")} error={error} />
        <SplitSection state={state} open={open === "split"} onToggle={toggle("split")} error={error} />
        <DaySection state={state} open={open === "day"} onToggle={toggle("day")} error={error} />
        <ReceiptsSection state={state} />
        <MoreSection state={state} open={open === "more"} onToggle={toggle("more")} />
        <PrivateRow state={state} />
      </form>
    </Dialog>
  );
}

function SubmitWords({ state }: { state: FormState }) {
  const t = useTranslations("trip-expense");
  const { expense, form, reading, tripCurrency } = state;
  const { sum } = reading;
  const format = useFormMoney(reading.money.currency, tripCurrency);
  if (expense) return t("save");
  if (sum.kind !== "sum" || sum.amount === 0) return t("add");
  const amount = format.money({ amount: sum.amount, currency: sum.currency });
  return <span className="truncate">{t(form.isRefund ? "addBack" : "addAmount", { amount })}</span>;
}
