import { isLookedUp } from "#lib/client/writes/predicted-rate.ts";
import type { MoneyValue } from "#lib/shared/money.ts";
import { convert, crossRate, type Rate, rateBetween } from "#lib/shared/rates.ts";
import type { NewSettlement, SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import { amountText, readCost } from "../_model/money/cost-text.ts";
import { type RateProblem, readRate } from "../_model/money/rate-text.ts";

/** The values of the settlement dialog as typed. */
export interface SettleForm {
  from: string;
  to: string;
  amount: string;
  currency: string;
  paidOn: string;
  note: string;
  /** The typed value of one unit of a currency for which the service knows no rate; else "". */
  rate: string;
}

/** The state of a settlement dialog that is not saved yet. */
export interface StoredSettlementForm {
  /** The id of the edited settlement, or the id that a new one will be saved with. */
  id: string;
  form: SettleForm;
  /** The form at the time the dialog was opened; `baseSeq` is the seq of the trip at that time. */
  start: SettleForm;
  baseSeq: number;
  /** The settlement that is edited; null for a new one. */
  opened: SettlementDto | null;
  /** Whether the user has typed the amount; otherwise it is the debt. */
  isTyped: boolean;
  /** The currency that a typed rate converts to. */
  tripCurrency: string;
}

/** Removes a typed rate if it converts to another currency than the trip's present one. */
export function dropForeignRate(kept: StoredSettlementForm, tripCurrency: string): StoredSettlementForm {
  if (kept.tripCurrency === tripCurrency) return kept;
  return { ...kept, tripCurrency, form: { ...kept.form, rate: "" } };
}

export type SettleProblem =
  | { field: "to"; kind: "samePerson" }
  | { field: "amount"; kind: "noAmount" }
  | { field: "paidOn"; kind: "noDate" }
  | { field: "rate"; kind: RateProblem };

type Read = { settlement: Omit<NewSettlement, "id" | "private"> } | { problem: SettleProblem };

/**
 * Returns the settlement that the form describes, or what is wrong in the form.
 * @param needsRate whether the service knows no rate, so that one must be typed
 */
export function readSettlementForm(form: SettleForm, needsRate: boolean): Read {
  const { from, to, paidOn } = form;
  if (from === to || from === "" || to === "") return { problem: { field: "to", kind: "samePerson" } };
  const reading = readCost(form.amount, form.currency);
  if (reading.kind !== "cost" || reading.cost.amount <= 0)
    return { problem: { field: "amount", kind: "noAmount" } };
  if (paidOn === "") return { problem: { field: "paidOn", kind: "noDate" } };
  const { amount, currency } = reading.cost;
  // A currency sign in the amount field selects another currency than the form's, for which the dialog shows no field
  // for a rate.
  const isAsked = needsRate && currency === form.currency;
  const rate = readRate(isAsked ? form.rate : "");
  if (rate.kind === "wrong") return { problem: { field: "rate", kind: rate.problem } };
  if (isAsked && rate.kind === "empty") return { problem: { field: "rate", kind: "noRate" } };
  const note = form.note.trim() === "" ? null : form.note.trim();
  const settlement = { from, to, amount, currency, paidOn, note };
  return { settlement: rate.kind === "rate" ? { ...settlement, rate: { value: rate.value } } : settlement };
}

/** Returns the form of an existing settlement. */
export function settleFormOf(row: SettlementDto): SettleForm {
  const { from, to, currency, paidOn, note } = row;
  return { from, to, amount: amountText(row), currency, paidOn, note: note ?? "", rate: "" };
}

/** Returns the fields that differ from the row; null if there are none. */
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

/**
 * Returns the rate that a recorded settlement keeps with the form's values; null if it has none or will get another
 * one.
 */
export function storedRate(
  row: SettlementDto | null,
  form: Pick<SettleForm, "currency" | "paidOn">,
): Rate | null {
  if (!row || form.currency !== row.currency) return null;
  return form.paidOn === row.paidOn || !isLookedUp(row.rate) ? row.rate : null;
}

/**
 * Converts a debt into another currency; `rate` says what one unit of that currency is worth in the debt's. Returns
 * null without such a rate.
 */
export function debtIn(debt: MoneyValue, currency: string, rate: Rate | null): number | null {
  if (currency === debt.currency) return debt.amount;
  if (rate?.to !== debt.currency) return null;
  return convert(debt.amount, debt.currency, currency, [crossRate(rate.value, "1")]);
}

/**
 * Returns the rate by which a payment settles a whole debt in another currency: the looked-up rate if it converts the
 * payment back to exactly the debt, else one that does. With a rounding difference, an amount would stay owed that is
 * too small to be paid in that currency.
 */
export function exactSettlementRate(debt: MoneyValue, paid: MoneyValue, found: Rate | null): Rate | null {
  if (found?.to !== debt.currency || paid.currency === debt.currency || paid.amount <= 0) return found;
  if (convert(paid.amount, paid.currency, debt.currency, [found.value]) === debt.amount) return found;
  const value = rateBetween(paid, debt);
  return value === null ? found : { ...found, value, source: "typed" };
}
