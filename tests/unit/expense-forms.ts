import { expect } from "vitest";
import { emptyForm, type ExpenseForm, formOf } from "#app/trips/[tripId]/_money/form/expense-form.ts";
import { expensePatch, newExpense } from "#app/trips/[tripId]/_money/form/expense-patch.ts";
import { readExpense } from "#app/trips/[tripId]/_money/form/read-expense.ts";
import { type ExpenseDto, ExpensePatch, NewExpense } from "#lib/shared/expenses.ts";

export const [ID, A, B, C] = [1, 2, 3, 4].map((n) => `0199c000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
export const formContext = { members: [A, B, C], tripCurrency: "JPY" };
export const startForm = emptyForm({ me: A, people: [A, B, C], currency: "JPY", spentOn: "2026-11-16" });

export function filledForm(fields: Partial<ExpenseForm>): ExpenseForm {
  return { ...startForm, amount: "4620", title: "Yatsuhashi", ...fields };
}

export function split(fields: Partial<ExpenseForm["split"]>): Partial<ExpenseForm> {
  return { split: { ...startForm.split, ...fields } };
}

export function read(form: ExpenseForm) {
  return readExpense(form, formContext);
}

export function problems(form: ExpenseForm) {
  return read(form).problems;
}

/** Returns the request's body, parsed by the service's own schema. */
export function sentExpense(form: ExpenseForm): NewExpense {
  const reading = read(form);
  expect(reading.problems).toEqual([]);
  const body = newExpense(ID, { form, reading });
  return NewExpense.parse(body);
}

export function storedExpense(body: NewExpense): ExpenseDto {
  const now = "2026-11-16T10:00:00.000Z";
  return {
    id: ID,
    title: body.title,
    money: body.money,
    rate: body.rate ? { to: "JPY", value: body.rate.value, source: "typed", date: "2026-11-16" } : null,
    category: body.category ?? "other",
    spentOn: body.spentOn ?? "",
    notes: body.notes ?? null,
    stopId: null,
    reservationId: null,
    nights: body.nights ?? null,
    private: body.private ?? false,
    createdBy: A,
    deletedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    commentCount: 0,
  };
}

/** Opens an expense for editing, and returns what is sent after these changes. */
export function patchAfterEdit(body: NewExpense, fields: Partial<ExpenseForm>) {
  const before = formOf(storedExpense(body), formContext.tripCurrency);
  const after = { ...before, ...fields };
  const patch = expensePatch({ form: before, reading: read(before) }, { form: after, reading: read(after) });
  if (Object.keys(patch).length > 0) ExpensePatch.parse(patch);
  return patch;
}
