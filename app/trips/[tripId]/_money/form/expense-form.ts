import { type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { ExpenseMoney, SplitMode } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { amountText } from "../../_model/money/cost-text.ts";

/** The values of the form as typed; "" means none. Amounts are absolute; `isRefund` says whether money came back. */
export interface ExpenseForm {
  amount: string;
  currency: string;
  isRefund: boolean;
  title: string;
  /** The chosen category; null if none is chosen, so that it is guessed from the title. */
  category: ExpenseCategory | null;
  payers: PayersForm;
  split: SplitForm;
  spentOn: string;
  nights: string;
  notes: string;
  stopId: string;
  reservationId: string;
  isPrivate: boolean;
  /** The typed rate; null if the looked-up or the stored rate applies. */
  rate: string | null;
  /** The typed charge in the trip's currency, from which the rate follows; null if none was typed. */
  charged: string | null;
}

export interface PayersForm {
  several: boolean;
  /** The id of the member who paid everything, if `several` is false. */
  one: string;
  amounts: TextByMember;
}

/** Typed texts by member id. */
export type TextByMember = Readonly<Record<string, string>>;

/** Each split mode keeps its own values while the user looks at another mode. */
export interface SplitForm {
  mode: SplitMode;
  people: readonly string[];
  shares: TextByMember;
  percents: TextByMember;
  exact: TextByMember;
  items: readonly ItemForm[];
  tax: string;
  tip: string;
  discount: string;
}

export interface ItemForm {
  /** Identifies the item's row in the form. */
  key: string;
  name: string;
  amount: string;
  people: readonly string[];
}

export interface NewFormContext {
  /** The id of the user's own member; null if the user is no longer a member. */
  me: string | null;
  /** The ids of the members who share a new expense by default. */
  people: readonly string[];
  currency: string;
  spentOn: string;
}

export function emptyForm({ me, people, currency, spentOn }: NewFormContext): ExpenseForm {
  return {
    amount: "",
    currency,
    isRefund: false,
    title: "",
    category: null,
    payers: { several: false, one: me ?? people[0] ?? "", amounts: {} },
    split: splitAmong(people),
    spentOn,
    nights: "",
    notes: "",
    stopId: "",
    reservationId: "",
    isPrivate: false,
    rate: null,
    charged: null,
  };
}

export function splitAmong(people: readonly string[]): SplitForm {
  const nothing = { shares: {}, percents: {}, exact: {}, items: [], tax: "", tip: "", discount: "" };
  return { mode: "equal", people, ...nothing };
}

type FormedExpense = Pick<
  ExpenseDto,
  | "money"
  | "rate"
  | "stopId"
  | "reservationId"
  | "notes"
  | "nights"
  | "title"
  | "category"
  | "spentOn"
  | "private"
>;

/**
 * Returns the form of an existing expense. A rate to a former currency of the trip is left out, since it cannot be
 * edited.
 */
export function formOf(expense: FormedExpense, tripCurrency: string): ExpenseForm {
  const { money, rate, stopId, reservationId, notes, nights } = expense;
  return {
    amount: sizeText(money.amount, money.currency),
    currency: money.currency,
    isRefund: money.amount < 0,
    title: expense.title,
    category: expense.category,
    payers: payersOf(money),
    split: splitOf(money),
    spentOn: expense.spentOn,
    nights: nights === null ? "" : String(nights),
    notes: notes ?? "",
    stopId: stopId ?? "",
    reservationId: reservationId ?? "",
    isPrivate: expense.private,
    rate: rate?.source === "typed" && rate.to === tripCurrency ? rate.value : null,
    charged: null,
  };
}

function payersOf({ payers, currency }: ExpenseMoney): PayersForm {
  const amounts = Object.fromEntries(
    payers.map(({ memberId, amount }) => [memberId, sizeText(amount, currency)]),
  );
  const several = payers.length > 1;
  return { several, one: payers[0]?.memberId ?? "", amounts: several ? amounts : {} };
}

function splitOf({ amount: whole, split, currency }: ExpenseMoney): SplitForm {
  const { mode, parts, items = [], tax = 0, tip = 0, discount = 0 } = split;
  const inItems = [...new Set(items.flatMap(({ memberIds }) => memberIds))];
  const people = mode === "items" ? inItems : parts.map(({ memberId }) => memberId);
  const texts = (text: (value: number) => string): TextByMember =>
    Object.fromEntries(parts.map(({ memberId, value = 0 }) => [memberId, text(value)]));
  const beside = (amount: number) => (amount === 0 ? "" : sizeText(amount, currency));
  return {
    ...splitAmong(people),
    mode,
    ...(mode === "shares" && { shares: texts(String) }),
    ...(mode === "percent" && { percents: texts(percentText) }),
    ...(mode === "exact" && { exact: texts((value) => sizeText(value, currency)) }),
    items: items.map(({ name, amount, memberIds }, index) => ({
      key: `item-${index}`,
      name,
      amount: amount * whole < 0 ? `-${sizeText(amount, currency)}` : sizeText(amount, currency),
      people: memberIds,
    })),
    tax: beside(tax),
    tip: beside(tip),
    discount: beside(discount),
  };
}

function sizeText(amount: number, currency: string): string {
  return amountText({ amount: Math.abs(amount), currency });
}

/** Formats hundredths of a percent as "33.34" or "50". */
export function percentText(hundredths: number): string {
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, "0").replace(/0$/, "")}`;
}
