import { convert, crossRate, isRateValue, type Rate } from "#lib/shared/rates.ts";
import type { NewSettlement, SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import { readCost } from "../_details/cost-text.ts";

/** What stands in the dialog, as it was typed. */
export interface SettleForm {
  from: string;
  to: string;
  amount: string;
  currency: string;
  paidOn: string;
  note: string;
  /** What one unit of a currency that the service knows no rate of is worth; "" elsewhere. */
  rate: string;
}

export type SettleProblem =
  | { field: "to"; kind: "samePerson" }
  | { field: "amount"; kind: "noAmount" }
  | { field: "paidOn"; kind: "noDate" }
  | { field: "rate"; kind: "noRate" };

type Read = { settlement: Omit<NewSettlement, "id" | "private"> } | { problem: SettleProblem };

/** @param needsRate the service knows no rate, so that one has to be given */
export function readSettle(form: SettleForm, needsRate: boolean): Read {
  const { from, to, paidOn } = form;
  if (from === to || from === "" || to === "") return { problem: { field: "to", kind: "samePerson" } };
  const reading = readCost(form.amount, form.currency);
  if (reading.kind !== "cost" || reading.cost.amount <= 0)
    return { problem: { field: "amount", kind: "noAmount" } };
  if (paidOn === "") return { problem: { field: "paidOn", kind: "noDate" } };
  const value = form.rate.trim().replace(",", ".");
  const { amount, currency } = reading.cost;
  // A sign that was typed with the amount is a choice of currency, whose rate nobody was asked for.
  const isAsked = needsRate && currency === form.currency;
  if (isAsked && !isRateValue(value)) return { problem: { field: "rate", kind: "noRate" } };
  const note = form.note.trim() === "" ? null : form.note.trim();
  const settlement = { from, to, amount, currency, paidOn, note };
  return { settlement: isAsked ? { ...settlement, rate: { value } } : settlement };
}

/** What differs from the row; null when nothing does. */
export function settlePatch(
  row: SettlementDto,
  { amount, currency, paidOn, note = null, rate }: Omit<NewSettlement, "id" | "private">,
): SettlementPatch | null {
  const patch: SettlementPatch = {
    ...(amount === row.amount ? {} : { amount }),
    ...(currency === row.currency ? {} : { currency }),
    ...(paidOn === row.paidOn || paidOn === undefined ? {} : { paidOn }),
    ...(note === row.note ? {} : { note }),
    ...(rate === undefined ? {} : { rate }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

/** The same debt in another currency, by what one unit of that is worth in the debt's. */
export function debtIn(
  debt: { amount: number; currency: string },
  currency: string,
  rate: Rate | null,
): number | null {
  if (currency === debt.currency) return debt.amount;
  if (rate?.to !== debt.currency) return null;
  return convert(debt.amount, debt.currency, currency, [crossRate(rate.value, "1")]);
}
