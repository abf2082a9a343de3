import { type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { ExpenseMoney, SplitMode } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { amountText } from "../../_details/cost-text.ts";

/** What stands in the form, as it was typed; "" is nothing. Amounts are sizes: whether money came back is said once. */
export interface ExpenseForm {
  amount: string;
  currency: string;
  isRefund: boolean;
  title: string;
  /** null: nobody has chosen one, and the title's is taken. */
  category: ExpenseCategory | null;
  payers: PayersForm;
  split: SplitForm;
  spentOn: string;
  nights: string;
  notes: string;
  stopId: string;
  reservationId: string;
  isPrivate: boolean;
  /** null: as it is looked up, or as it was stored. */
  rate: string | null;
  /** What was charged in the trip's currency, of which the rate follows; null: the rate is what is known. */
  charged: string | null;
}

export interface PayersForm {
  several: boolean;
  /** Who paid all of it. */
  one: string;
  amounts: Texts;
}

/** By member id. */
export type Texts = Readonly<Record<string, string>>;

/** Each way of splitting keeps what was typed for it while another is looked at. */
export interface SplitForm {
  mode: SplitMode;
  people: readonly string[];
  shares: Texts;
  percents: Texts;
  exact: Texts;
  items: readonly ItemForm[];
  tax: string;
  tip: string;
  discount: string;
}

export interface ItemForm {
  /** Tells rows apart. */
  key: string;
  name: string;
  amount: string;
  people: readonly string[];
}

export interface NewFormScene {
  /** Member id of whoever writes; null: not a member any more. */
  me: string | null;
  /** Who shares it unless something else is chosen. */
  people: readonly string[];
  currency: string;
  spentOn: string;
}

export function emptyForm({ me, people, currency, spentOn }: NewFormScene): ExpenseForm {
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

/** An expense that is there, to be changed. A rate to what was the trip's currency once is not one to type over. */
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
  const texts = (text: (value: number) => string): Texts =>
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

/** Hundredths of a percent as "33.34", "50". */
export function percentText(hundredths: number): string {
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths % 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, "0").replace(/0$/, "")}`;
}
