import { markUnsaved } from "../../_shell/unsaved.ts";
import type { ExpenseForm } from "./expense-form.ts";

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
  const start = { ...entry.start, rate: null };
  const form = entry.form === entry.start ? start : { ...entry.form, rate: null };
  return { ...entry, tripCurrency, start, form };
}

// One page, one list: what was typed outlives the dialog that it was typed in. Several new ones may wait in one place:
// those that the service refused, and the one that was begun since.
const kept = new Map<string, Map<string, KeptExpense>>();

/** What waits there the longest. */
export function keptExpense(place: string): KeptExpense | undefined {
  return kept.get(place)?.values().next().value;
}

export function keepExpense(place: string, entry: KeptExpense): void {
  const entries = kept.get(place) ?? new Map<string, KeptExpense>();
  kept.set(place, entries.set(entry.id, entry));
  markUnsaved(place, true);
}

/** It is saved, or thrown away. */
export function forgetExpense(place: string, id: string): void {
  const entries = kept.get(place);
  entries?.delete(id);
  if (!entries || entries.size === 0) {
    kept.delete(place);
    markUnsaved(place, false);
  }
}

/** Puts back what the service refused, unless its form was begun again by now. */
export function bringBackExpense(place: string, entry: KeptExpense): void {
  if (!kept.get(place)?.has(entry.id)) keepExpense(place, entry);
}
