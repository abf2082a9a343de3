"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useFiles } from "../../_base/files/use-files.ts";
import { markUnsaved } from "../../_base/unsaved.ts";
import { useUndoToast, useWrites } from "../../_base/writes.tsx";
import { expensePatch, newExpense } from "./expense-patch.ts";
import { bringBackExpense, forgetExpense } from "./stored-expense-form.ts";
import { readExpense } from "./read-expense.ts";
import { canCorrectInForm, isRateOfFormerCurrency, isTakenId } from "../../_base/forms/refusal.ts";
import type { FormState } from "./use-expense-form.ts";
import { useFormMoney } from "./use-form-money.ts";

/**
 * Returns functions that save or delete the expense. If the service refuses the write, the form returns with its
 * input when it is opened again.
 */
export function useSaveExpense(state: FormState) {
  const t = useTranslations("trip-expense");
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { id, key, form, start, reading, receipts, expense, baseSeq, found, people, tripCurrency } = state;
  const files = useFiles({ kind: "expense", id });
  const format = useFormMoney(reading.money.currency, tripCurrency);

  function add(): void {
    const said = format.money({ ...reading.money, amount: Math.abs(reading.money.amount) });
    const options = { rate: found.rate, isDraft: state.isDraft };
    const write = writes.addExpense(newExpense(id, { form, reading }), options);
    forgetExpense(key, id);
    sendReceipts(write);
    bringBackRefused(write);
    undoToast(t(form.isRefund ? "addedBack" : "added", { title: reading.fields.title, amount: said }), write);
  }

  function bringBackRefused(write: Promise<unknown>): void {
    write.catch((error: unknown) => {
      if (!canCorrectInForm(error)) return;
      const back = isRateOfFormerCurrency(error) ? { ...form, rate: null, charged: null } : form;
      // An expense whose id is taken gets a new id, because with the same id every attempt would be refused.
      const nextId = isTakenId(error) ? newId() : id;
      bringBackExpense(key, { id: nextId, start, form: back, baseSeq, tripCurrency, receipts });
    });
  }

  /**
   * Uploads the receipts after the expense is created, since an attachment needs its row. Until then the browser asks
   * before the page is closed.
   */
  function sendReceipts(write: Promise<unknown>): void {
    if (receipts.length === 0) return;
    const place = `receipts ${id}`;
    markUnsaved(place, true);
    write
      .then(() => files.add(receipts))
      .catch(() => {})
      .finally(() => markUnsaved(place, false));
  }

  function change(): void {
    const scene = { members: people.map((person) => person.id), tripCurrency };
    const before = { form: start, reading: readExpense(start, scene) };
    const patch = expensePatch(before, { form, reading });
    forgetExpense(key, id);
    if (!expense || Object.keys(patch).length === 0) return;
    const write = writes.updateExpense(id, patch, { baseSeq, rate: found.rate, known: expense });
    bringBackRefused(write);
    undoToast(t("changed", { title: reading.fields.title }), write);
  }

  function remove(): void {
    forgetExpense(key, id);
    undoToast(t("deleted", { title: expense?.title ?? "" }), writes.deleteExpense(id));
  }

  return { save: expense ? change : add, remove };
}
