import type { ExpenseForm } from "./expense-form.ts";
import { makeKeptForms } from "./kept-forms.ts";

/** A form that was begun and not saved. */
export interface KeptExpense {
  /** The one that it will be saved under: it decides who bears the odd unit. */
  id: string;
  /** As it was opened, and the seq of that. */
  start: ExpenseForm;
  baseSeq: number;
  form: ExpenseForm;
  /** What a rate in it leads to. */
  tripCurrency: string;
  receipts: readonly File[];
}

/** Without the rates that were typed for another currency of the trip. */
export function inCurrency(entry: KeptExpense, tripCurrency: string): KeptExpense {
  if (entry.tripCurrency === tripCurrency) return entry;
  const start = { ...entry.start, rate: null, charged: null };
  const form = entry.form === entry.start ? start : { ...entry.form, rate: null, charged: null };
  return { ...entry, tripCurrency, start, form };
}

/** What one decides at once: a change of one of them makes the others what somebody saw and chose, too. */
const TOGETHER: readonly (readonly (keyof ExpenseForm)[])[] = [
  ["amount", "currency", "isRefund", "payers", "split", "rate", "charged"],
  ["category", "nights"],
  ["stopId", "reservationId"],
  ["title"],
  ["spentOn"],
  ["notes"],
  ["isPrivate"],
];

/**
 * The form of an expense that others go on changing: what nobody has touched in it is as it is by now. The rest stays,
 * with the seq that it was begun over, so that what came since is a conflict and is not overwritten.
 * @param now the expense as a form, and the seq of that
 */
export function inStep(entry: KeptExpense, now: { form: ExpenseForm; baseSeq: number }): KeptExpense {
  if (entry.form === entry.start) return { ...entry, ...now, start: now.form };
  const { start, form } = entry;
  const touched = TOGETHER.filter((keys) => keys.some((key) => form[key] !== start[key])).flat();
  const mine = (side: ExpenseForm) => Object.fromEntries(touched.map((key) => [key, side[key]]));
  return {
    ...entry,
    baseSeq: touched.length > 0 ? entry.baseSeq : now.baseSeq,
    start: { ...now.form, ...mine(start) },
    form: { ...now.form, ...mine(form) },
  };
}

const forms = makeKeptForms<KeptExpense>("expense", {
  idOf: ({ id }) => id,
  bare: (entry) => ({ ...entry, receipts: [] }),
});
export const {
  at: keptExpense,
  keep: keepExpense,
  forget: forgetExpense,
  bringBack: bringBackExpense,
} = forms;
