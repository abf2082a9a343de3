import type { ExpenseForm } from "./expense-form.ts";
import { createStoredForms } from "../../_base/forms/stored-forms.ts";

/** A form that was started and is not saved yet. */
export interface StoredExpenseForm {
  /** The id that the expense will be saved with; it decides who bears an odd minor unit. */
  id: string;
  /** The form at the time it was opened; `baseSeq` is the seq of the trip at that time. */
  start: ExpenseForm;
  baseSeq: number;
  form: ExpenseForm;
  /** The currency that a typed rate converts to. */
  tripCurrency: string;
  receipts: readonly File[];
}

/** Removes typed rates if they convert to another currency than the trip's present one. */
export function dropForeignRates(entry: StoredExpenseForm, tripCurrency: string): StoredExpenseForm {
  if (entry.tripCurrency === tripCurrency) return entry;
  const start = { ...entry.start, rate: null, charged: null };
  const form = entry.form === entry.start ? start : { ...entry.form, rate: null, charged: null };
  return { ...entry, tripCurrency, start, form };
}

/**
 * Groups of fields that belong together: if the user changes one, all of its group count as seen and chosen by the
 * user.
 */
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
 * Updates an edited form after other members have changed the expense. Groups that the user has not touched take the
 * new values. Touched groups keep the user's values and the seq of the start, so that a change by another member is a
 * conflict and is not overwritten.
 * @param now the present expense as a form, and the trip's seq
 */
export function mergeRemoteChanges(
  entry: StoredExpenseForm,
  now: { form: ExpenseForm; baseSeq: number },
): StoredExpenseForm {
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

const forms = createStoredForms<StoredExpenseForm>("expense", {
  idOf: ({ id }) => id,
  bare: (entry) => ({ ...entry, receipts: [] }),
});
export const {
  at: keptExpense,
  keep: keepExpense,
  forget: forgetExpense,
  bringBack: bringBackExpense,
} = forms;
