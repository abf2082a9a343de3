import { membersOf } from "#lib/shared/expense-people.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import {
  fromThousandths,
  itemSeed,
  itemPortions,
  sharesOf,
  thousandthsOf,
} from "#lib/shared/expense-shares.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import { MAX_BILL_ITEMS } from "#lib/shared/money-limits.ts";
import { mergedRounding } from "./merged-rounding.ts";
import { hasBothMembers, type MemberMerge } from "./member-merge.ts";

type Money = ExpenseFields["money"];
type Split = Money["split"];
type Payer = Money["payers"][number];
type SplitPart = Split["parts"][number];
type SplitItem = NonNullable<Split["items"]>[number];

/**
 * Returns an expense's money after two members were merged: what one has paid and owes is added to the other's. An
 * equal split with both becomes one by shares, in which the person has two. The shares of all others stay the same, to
 * the minor unit and in every currency.
 * @param id of the expense
 */
export function mergedMoney(id: string, money: Money, move: MemberMerge): Money {
  if (!membersOf(money).includes(move.from)) return money;
  const { rounding: _, ...rest } = money;
  const rounding = mergedRounding(id, money, move);
  const merged = { ...rest, payers: mergedPayers(money.payers, move), ...(rounding && { rounding }) };
  const split = mergedSplit(id, money, { ...move, merged });
  const isGood = moneyProblem({ ...merged, split }) === null && (split.items ?? []).length <= MAX_BILL_ITEMS;
  return { ...merged, split: isGood ? split : asAmounts(id, money, move) };
}

function mergedPayers(payers: readonly Payer[], { from, to }: MemberMerge): Payer[] {
  const sums = new Map<string, number>();
  for (const { memberId, amount } of payers) {
    const payer = memberId === from ? to : memberId;
    sums.set(payer, (sums.get(payer) ?? 0) + amount);
  }
  return [...sums].map(([memberId, amount]) => ({ memberId, amount }));
}

function mergedSplit(id: string, money: Money, move: MemberMerge & { merged: Money }): Split {
  const { split } = money;
  if (split.mode === "items") return { ...split, items: mergedItems(id, money, move) };
  if (!hasBothMembers(split.parts, move))
    return { ...split, parts: split.parts.map((part) => renamed(part, move)) };
  const mode = split.mode === "equal" ? "shares" : split.mode;
  return { ...split, mode, parts: summed(split.parts, move) };
}

function renamed(part: SplitPart, { from, to }: MemberMerge): SplitPart {
  return part.memberId === from ? { ...part, memberId: to } : part;
}

/** Returns the parts of a split with one part for each member; in an equal split each member's part is one share. */
function summed(parts: readonly SplitPart[], { from, to }: MemberMerge): SplitPart[] {
  const sums = new Map<string, number>();
  for (const { memberId, value = 1 } of parts) {
    const member = memberId === from ? to : memberId;
    sums.set(member, (sums.get(member) ?? 0) + thousandthsOf(value));
  }
  return [...sums].map(([memberId, sum]) => ({ memberId, value: fromThousandths(sum) }));
}

/**
 * Returns the items of a merged split. If the shares of other members of an item would change, the merged member's
 * share of it becomes an item of its own after all others, so that the odd minor units stay where they are.
 */
function mergedItems(
  id: string,
  money: Money,
  { merged, from, to }: MemberMerge & { merged: Money },
): SplitItem[] {
  const apart: SplitItem[] = [];
  const kept = (money.split.items ?? []).map((item, index) => {
    const { name, amount, memberIds } = item;
    if (!memberIds.includes(from)) return item;
    const seed = itemSeed(id, money, index);
    const was = new Map(itemPortions(money, item, seed).map(({ key, units }) => [key, units]));
    const one = {
      name,
      amount,
      memberIds: [...new Set(memberIds.map((each) => (each === from ? to : each)))],
    };
    if (itemPortions(merged, one, seed).every(({ key, units }) => key === to || units === was.get(key)))
      return one;
    const theirs = was.get(from) ?? 0;
    if (theirs !== 0) apart.push({ name, amount: theirs, memberIds: [to] });
    return { name, amount: amount - theirs, memberIds: memberIds.filter((each) => each !== from) };
  });
  return [...kept, ...apart];
}

/**
 * Returns the shares as amounts, where the split cannot be expressed otherwise because it would have too many shares or
 * items. A member who gets money back on a bill that others pay has a negative item.
 */
function asAmounts(id: string, money: Money, move: MemberMerge): Split {
  const borne = [...sharesOf(id, money)].map(([memberId, value]) => ({ memberId, value }));
  const parts = summed(borne, move).flatMap(({ memberId, value = 0 }) =>
    value === 0 ? [] : [{ memberId, value }],
  );
  if (parts.every(({ value }) => value * money.amount > 0)) return { mode: "exact", parts };
  const [{ name } = { name: "" }] = money.split.items ?? [];
  const items = parts.map(({ memberId, value }) => ({ name, amount: value, memberIds: [memberId] }));
  return { mode: "items", parts: [], items };
}
