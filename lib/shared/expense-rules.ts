import {
  type ExpenseMoney,
  fromThousandths,
  type Payer,
  type Split,
  type SplitItem,
  type SplitPart,
  thousandthsOf,
} from "./expense-shares.ts";
import { MAX_AMOUNT } from "./money.ts";
import { MAX_BILL_NAMES } from "./money-limits.ts";

/** 100 % in hundredths of a percent. */
export const HUNDRED_PERCENT = 10_000;
export const MAX_SHARES = 10_000;

/** What is wrong with an expense's money, and in which field; the path consists of field names. */
export interface MoneyProblem {
  path: (string | number)[];
  message: string;
}

/**
 * Returns why an expense's money does not add up; null when it does. Amounts are minor units. All amounts of one
 * expense have the sign of its total: a negative one is money that came back. For a bill split by items this holds for
 * the items' total only: one item may be free, and a deposit or a voucher is negative.
 */
export function moneyProblem(money: ExpenseMoney): MoneyProblem | null {
  return amountProblem(money) ?? payersProblem(money) ?? splitProblem(money);
}

function amountProblem({ amount }: ExpenseMoney): MoneyProblem | null {
  if (amount === 0) return at(["amount"], "Give an amount that is not 0.");
  if (Math.abs(amount) > MAX_AMOUNT) return at(["amount"], "This amount is too large.");
  return null;
}

function payersProblem({ amount, payers }: ExpenseMoney): MoneyProblem | null {
  if (payers.length === 0) return at(["payers"], "Say who paid.");
  const twice = repeated(payers);
  if (twice !== -1) return at(["payers", twice, "memberId"], "This person is listed twice.");
  return signProblem(payers, amount) ?? sumProblem(payers, amount);
}

function signProblem(payers: readonly Payer[], amount: number): MoneyProblem | null {
  const wrong = payers.findIndex((payer) => Math.sign(payer.amount) !== Math.sign(amount));
  if (wrong === -1) return null;
  const message = amount > 0 ? "Give what they paid, above 0." : "Give what they got back, below 0.";
  return at(["payers", wrong, "amount"], message);
}

function sumProblem(payers: readonly Payer[], amount: number): MoneyProblem | null {
  const paid = payers.reduce((sum, payer) => sum + payer.amount, 0);
  return paid === amount ? null : at(["payers"], `What they paid adds up to ${paid}, not ${amount}.`);
}

function splitProblem(money: ExpenseMoney): MoneyProblem | null {
  const { mode, parts, items, tax, tip, discount } = money.split;
  if (mode === "items") {
    return parts.length > 0
      ? at(["split", "parts"], "Items name their own people: leave this out.")
      : itemsProblem(money);
  }
  const extra = Object.entries({ items, tax, tip, discount }).find(([, value]) => value !== undefined);
  if (extra) return at(["split", extra[0]], "Only a split by items has this.");
  if (parts.length === 0) return at(["split", "parts"], "Choose at least one person.");
  const twice = repeated(parts);
  if (twice !== -1) return at(["split", "parts", twice, "memberId"], "This person is listed twice.");
  return valuesProblem(money.split, money.amount);
}

function valuesProblem({ mode, parts }: Split, amount: number): MoneyProblem | null {
  const allowed = (value: number | undefined) => {
    if (mode === "equal") return value === undefined;
    if (value === undefined) return false;
    if (mode === "shares") return isShareCount(value);
    if (!Number.isInteger(value)) return false;
    return mode === "exact" ? Math.sign(value) === Math.sign(amount) : value >= 1 && value <= HUNDRED_PERCENT;
  };
  const wrong = parts.findIndex(({ value }) => !allowed(value));
  if (wrong !== -1) {
    const isBroken = mode !== "shares" && !Number.isInteger(parts[wrong]?.value ?? 0);
    return at(["split", "parts", wrong, "value"], isBroken ? "Give a whole number." : VALUE_WORDS[mode]);
  }
  const sum = sumOf(parts);
  if (mode === "percent" && sum !== HUNDRED_PERCENT) {
    return at(["split", "parts"], `The percentages add up to ${sum / 100} %, not 100 %.`);
  }
  if (mode === "exact" && sum !== amount) {
    return at(["split", "parts"], `The amounts add up to ${sum}, not ${amount}.`);
  }
  return null;
}

/** Whether this is a valid number of shares: above 0, with at most three decimals. */
export function isShareCount(value: number): boolean {
  return value > 0 && value <= MAX_SHARES && fromThousandths(thousandthsOf(value)) === value;
}

const VALUE_WORDS = {
  equal: "An equal split has no values.",
  shares: `Give a number of shares above 0 and up to ${MAX_SHARES}, with at most three decimals.`,
  percent: "Give hundredths of a percent from 1 to 10000.",
  exact: "Give this person's amount, with the sign of the whole.",
  items: "Items name their own people.",
} as const;

function itemsProblem(money: ExpenseMoney): MoneyProblem | null {
  const { split } = money;
  const { items = [] } = split;
  if (items.length === 0) return at(["split", "items"], "Add at least one item.");
  const names = countItemNames(split);
  if (names > MAX_BILL_NAMES) {
    const message = `The items of a bill may have ${MAX_BILL_NAMES} names in all, and these have ${names}.`;
    return at(["split", "items"], message);
  }
  return eachItemProblem(items) ?? billProblem(money);
}

/** How many names the items of a split have in total; a person on several items counts several times. */
export function countItemNames({ items = [] }: Split): number {
  return items.reduce((sum, { memberIds }) => sum + memberIds.length, 0);
}

function eachItemProblem(items: readonly SplitItem[]): MoneyProblem | null {
  for (const [index, item] of items.entries()) {
    if (item.memberIds.length === 0)
      return at(["split", "items", index, "memberIds"], "Choose who shares this item.");
    if (new Set(item.memberIds).size < item.memberIds.length) {
      return at(["split", "items", index, "memberIds"], "This person is listed twice.");
    }
  }
  return null;
}

function billProblem({ amount, split }: ExpenseMoney): MoneyProblem | null {
  const { items = [], tax = 0, tip = 0, discount = 0 } = split;
  const sign = Math.sign(amount);
  const wrong = Object.entries({ tax, tip, discount }).find(([, value]) => value * sign < 0);
  if (wrong) return at(["split", wrong[0]], "Give this with the sign of the whole.");
  const bare = items.reduce((sum, item) => sum + item.amount, 0);
  if (bare * sign <= 0) {
    const message = `The items add up to ${bare}; together they need the sign of the whole.`;
    return at(["split", "items"], message);
  }
  // Items that nearly cancel each other out multiply the whole: with them a share can be far larger than the bill.
  const sizes = items.reduce((total, item) => total + Math.abs(item.amount), 0);
  if ((sizes / Math.abs(bare)) * Math.abs(amount) > MAX_AMOUNT) {
    const message =
      "Somebody's share would exceed the largest amount. Record what was paid and what came back as two expenses.";
    return at(["split", "items"], message);
  }
  if (Math.abs(discount) > Math.abs(bare))
    return at(["split", "discount"], "This is more than all items together.");
  const sum = bare + tax + tip - discount;
  return sum === amount ? null : at(["split", "items"], `The items add up to ${sum}, not ${amount}.`);
}

function repeated(list: readonly { memberId: string }[]): number {
  const seen = new Set<string>();
  return list.findIndex(({ memberId }) => seen.size === seen.add(memberId).size);
}

function sumOf(parts: readonly SplitPart[]): number {
  return parts.reduce((sum, { value = 0 }) => sum + value, 0);
}

function at(path: (string | number)[], message: string): MoneyProblem {
  return { path, message };
}
