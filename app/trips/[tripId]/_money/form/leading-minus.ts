import { normalizeCalculation } from "../../_model/money/calculator.ts";
import type { ExpenseForm } from "./expense-form.ts";

/**
 * Reads a minus before the amount as a refund, which the form stores apart from the absolute amount. If the minus
 * belongs only to the first number, as in "-10+25", the text stays as typed.
 */
export function readMinusAsRefund<T extends Pick<ExpenseForm, "amount" | "isRefund">>(form: T): T {
  const amount = afterMinus(form.amount);
  return amount === null ? form : { ...form, amount, isRefund: true };
}

function afterMinus(text: string): string | null {
  const [minus] = /^\s*[-−–—－]/.exec(text) ?? [];
  if (minus === undefined) return null;
  const rest = text.slice(minus.length);
  return rest.trim() === "" || hasTerms(normalizeCalculation(rest)) ? null : rest;
}

/** Whether a plus or a minus stands outside of all brackets. */
function hasTerms(plain: string): boolean {
  let depth = 0;
  for (const sign of plain) {
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    else if (depth === 0 && (sign === "+" || sign === "-")) return true;
  }
  return false;
}
