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
  receipts: readonly File[];
}

// One page, one list: what was typed outlives the dialog that it was typed in.
const kept = new Map<string, KeptExpense>();

export function keptExpense(key: string): KeptExpense | undefined {
  return kept.get(key);
}

/** null: saved, or thrown away. */
export function keepExpense(key: string, entry: KeptExpense | null): void {
  if (entry) kept.set(key, entry);
  else kept.delete(key);
  markUnsaved(key, entry !== null);
}

/** Puts back what the service refused, unless something else was begun by now. */
export function bringBackExpense(key: string, entry: KeptExpense): void {
  if (!kept.has(key)) keepExpense(key, entry);
}
