import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { ExpensePatch, NewExpense } from "#lib/shared/expenses.ts";
import type { ExpenseForm } from "./expense-form.ts";
import type { ExpenseReading } from "./read-expense.ts";

/** A version of the form with its parsed values, which have no problems. */
export interface ParsedForm {
  form: ExpenseForm;
  reading: ExpenseReading;
}

/** Returns the body of the write that creates the expense. */
export function newExpense(id: string, { form, reading }: ParsedForm): NewExpense {
  const { title, spentOn, nights, notes, stopId, reservationId, rate } = reading.fields;
  return {
    id,
    title,
    money: toField(reading.money),
    category: reading.category,
    spentOn,
    ...(notes !== null && { notes }),
    ...(nights !== null && { nights }),
    ...(stopId !== null && { stopId }),
    ...(reservationId !== null && { reservationId }),
    ...(rate !== null && { rate: { value: rate } }),
    ...(form.isPrivate && { private: true }),
  };
}

/**
 * Returns only the fields that the user changed, so that other members' changes to other fields survive. Amount,
 * payers and split are one field.
 */
export function expensePatch(before: ParsedForm, after: ParsedForm): ExpensePatch {
  const [then, now] = [before.reading, after.reading];
  const patch: ExpensePatch = {};
  for (const key of ["title", "spentOn", "nights", "notes", "stopId", "reservationId"] as const) {
    if (now.fields[key] !== then.fields[key]) Object.assign(patch, { [key]: now.fields[key] });
  }
  if (now.category !== then.category) patch.category = now.category;
  if (!isSame(now.money, then.money)) patch.money = toField(now.money);
  if (now.fields.rate !== then.fields.rate) patch.rate = toRate(now, then);
  if (patch.rate === undefined) delete patch.rate;
  if (before.form.isPrivate && !after.form.isPrivate) patch.private = false;
  return patch;
}

/**
 * Returns the change of the rate. null removes the rate, and the service looks one up. undefined: the currency was
 * changed, which removes the old currency's rate by itself.
 */
function toRate(now: ExpenseReading, then: ExpenseReading): ExpensePatch["rate"] {
  if (now.fields.rate !== null) return { value: now.fields.rate };
  return now.money.currency === then.money.currency ? null : undefined;
}

/** Whether two values are the same money; the order of the people does not matter. */
function isSame(a: ExpenseMoney, b: ExpenseMoney): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}

function canonical({ amount, currency, payers, split }: ExpenseMoney) {
  const { mode, parts, items = [], tax = 0, tip = 0, discount = 0 } = split;
  return {
    amount,
    currency,
    payers: payers.map((payer) => [payer.memberId, payer.amount]).toSorted(byId),
    mode,
    parts: parts.map((part) => [part.memberId, part.value ?? 0] as const).toSorted(byId),
    items: items.map(({ name, amount: size, memberIds }) => [name, size, memberIds.toSorted(byText)]),
    beside: [tax, tip, discount],
  };
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byId([a]: readonly (string | number)[], [b]: readonly (string | number)[]): number {
  return byText(String(a), String(b));
}

function toField({ amount, currency, payers, split }: ExpenseMoney): NewExpense["money"] {
  const { items, parts, ...rest } = split;
  const copies = items?.map(({ name, amount: size, memberIds }) => ({
    name,
    amount: size,
    memberIds: [...memberIds],
  }));
  const all = { ...rest, parts: [...parts], ...(copies && { items: copies }) };
  return { amount, currency, payers: [...payers], split: all };
}
