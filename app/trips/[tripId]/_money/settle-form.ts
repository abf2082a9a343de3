import { isLookedUp } from "#lib/client/predicted-rate.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { convert, crossRate, type Rate, rateBetween } from "#lib/shared/rates.ts";
import type { NewSettlement, SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import { amountText, readCost } from "../_details/cost-text.ts";
import { type RateProblem, readRate } from "./_form/rate-text.ts";

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

/** A dialog that was begun. */
export interface KeptSettle {
  /** The one that a new payment will be saved under, or that of the one that is changed. */
  id: string;
  form: SettleForm;
  /** As it was opened, and the seq of that. */
  start: SettleForm;
  baseSeq: number;
  /** The payment that is changed; null: a new one. */
  opened: SettlementDto | null;
  /** Somebody wrote the amount; otherwise it is what is owed. */
  isTyped: boolean;
  /** What a rate in it leads to. */
  tripCurrency: string;
}

/** Without a rate that was typed for another currency of the trip. */
export function settleInCurrency(kept: KeptSettle, tripCurrency: string): KeptSettle {
  if (kept.tripCurrency === tripCurrency) return kept;
  return { ...kept, tripCurrency, form: { ...kept.form, rate: "" } };
}

export type SettleProblem =
  | { field: "to"; kind: "samePerson" }
  | { field: "amount"; kind: "noAmount" }
  | { field: "paidOn"; kind: "noDate" }
  | { field: "rate"; kind: RateProblem };

type Read = { settlement: Omit<NewSettlement, "id" | "private"> } | { problem: SettleProblem };

/** @param needsRate the service knows no rate, so that one has to be given */
export function readSettle(form: SettleForm, needsRate: boolean): Read {
  const { from, to, paidOn } = form;
  if (from === to || from === "" || to === "") return { problem: { field: "to", kind: "samePerson" } };
  const reading = readCost(form.amount, form.currency);
  if (reading.kind !== "cost" || reading.cost.amount <= 0)
    return { problem: { field: "amount", kind: "noAmount" } };
  if (paidOn === "") return { problem: { field: "paidOn", kind: "noDate" } };
  const { amount, currency } = reading.cost;
  // A sign that was typed with the amount is a choice of currency, whose rate nobody was asked for.
  const isAsked = needsRate && currency === form.currency;
  const rate = readRate(isAsked ? form.rate : "");
  if (rate.kind === "wrong") return { problem: { field: "rate", kind: rate.problem } };
  if (isAsked && rate.kind === "empty") return { problem: { field: "rate", kind: "noRate" } };
  const note = form.note.trim() === "" ? null : form.note.trim();
  const settlement = { from, to, amount, currency, paidOn, note };
  return { settlement: rate.kind === "rate" ? { ...settlement, rate: { value: rate.value } } : settlement };
}

/** A payment that is there, to be changed. */
export function settleFormOf(row: SettlementDto): SettleForm {
  const { from, to, currency, paidOn, note } = row;
  return { from, to, amount: amountText(row), currency, paidOn, note: note ?? "", rate: "" };
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

/** The rate that a recorded payment keeps as it stands in the form; null: it has none, or will get another. */
export function storedRate(
  row: SettlementDto | null,
  form: Pick<SettleForm, "currency" | "paidOn">,
): Rate | null {
  if (!row || form.currency !== row.currency) return null;
  return form.paidOn === row.paidOn || !isLookedUp(row.rate) ? row.rate : null;
}

/** The same debt in another currency, by what one unit of that is worth in the debt's. */
export function debtIn(debt: MoneyValue, currency: string, rate: Rate | null): number | null {
  if (currency === debt.currency) return debt.amount;
  if (rate?.to !== debt.currency) return null;
  return convert(debt.amount, debt.currency, currency, [crossRate(rate.value, "1")]);
}

/**
 * By which rate a payment settles a whole debt in another currency: the one that was looked up where that leads back to
 * it, else one that does. What was rounded on the way would stay owed, and be too little to be paid in that currency.
 */
export function settlingRate(debt: MoneyValue, paid: MoneyValue, found: Rate | null): Rate | null {
  if (found?.to !== debt.currency || paid.currency === debt.currency || paid.amount <= 0) return found;
  if (convert(paid.amount, paid.currency, debt.currency, [found.value]) === debt.amount) return found;
  const value = rateBetween(paid, debt);
  return value === null ? found : { ...found, value, source: "typed" };
}
