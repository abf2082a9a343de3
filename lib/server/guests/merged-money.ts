import { membersOf } from "#lib/shared/expense-people.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import { fromThousandths, itemSeed, ofItem, sharesOf, thousandthsOf } from "#lib/shared/expense-shares.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import { MAX_BILL_ITEMS } from "#lib/shared/money-limits.ts";
import { mergedRounding } from "./merged-rounding.ts";
import { isInBoth, type Move } from "./move.ts";

type Money = ExpenseFields["money"];
type Split = Money["split"];
type Payer = Money["payers"][number];
type SplitPart = Split["parts"][number];
type SplitItem = NonNullable<Split["items"]>[number];

/**
 * An expense's money where two members turn out to be one person: what the one paid and bears is the other's, added up
 * where both are in it. An equal split with both becomes one by shares, in which the person has two. The others bear what
 * they did, to the unit and in every currency.
 * @param id of the expense
 */
export function mergedMoney(id: string, money: Money, move: Move): Money {
  if (!membersOf(money).includes(move.from)) return money;
  const { rounding: _, ...rest } = money;
  const rounding = mergedRounding(id, money, move);
  const merged = { ...rest, payers: mergedPayers(money.payers, move), ...(rounding && { rounding }) };
  const split = mergedSplit(id, money, { ...move, merged });
  const isGood = moneyProblem({ ...merged, split }) === null && (split.items ?? []).length <= MAX_BILL_ITEMS;
  return { ...merged, split: isGood ? split : asAmounts(id, money, move) };
}

function mergedPayers(payers: readonly Payer[], { from, to }: Move): Payer[] {
  const sums = new Map<string, number>();
  for (const { memberId, amount } of payers) {
    const payer = memberId === from ? to : memberId;
    sums.set(payer, (sums.get(payer) ?? 0) + amount);
  }
  return [...sums].map(([memberId, amount]) => ({ memberId, amount }));
}

function mergedSplit(id: string, money: Money, move: Move & { merged: Money }): Split {
  const { split } = money;
  if (split.mode === "items") return { ...split, items: mergedItems(id, money, move) };
  if (!isInBoth(split.parts, move))
    return { ...split, parts: split.parts.map((part) => renamed(part, move)) };
  const mode = split.mode === "equal" ? "shares" : split.mode;
  return { ...split, mode, parts: summed(split.parts, move) };
}

function renamed(part: SplitPart, { from, to }: Move): SplitPart {
  return part.memberId === from ? { ...part, memberId: to } : part;
}

/** Parts with values, each of a member of their own; of an equal split, one share each. */
function summed(parts: readonly SplitPart[], { from, to }: Move): SplitPart[] {
  const sums = new Map<string, number>();
  for (const { memberId, value = 1 } of parts) {
    const member = memberId === from ? to : memberId;
    sums.set(member, (sums.get(member) ?? 0) + thousandthsOf(value));
  }
  return [...sums].map(([memberId, sum]) => ({ memberId, value: fromThousandths(sum) }));
}

/**
 * Where the others would have something else of an item, what the one had of it becomes an item of its own, behind all
 * others, so that their odd units stay.
 */
function mergedItems(id: string, money: Money, { merged, from, to }: Move & { merged: Money }): SplitItem[] {
  const apart: SplitItem[] = [];
  const kept = (money.split.items ?? []).map((item, index) => {
    const { name, amount, memberIds } = item;
    if (!memberIds.includes(from)) return item;
    const seed = itemSeed(id, money, index);
    const was = new Map(ofItem(money, item, seed).map(({ key, units }) => [key, units]));
    const one = {
      name,
      amount,
      memberIds: [...new Set(memberIds.map((each) => (each === from ? to : each)))],
    };
    if (ofItem(merged, one, seed).every(({ key, units }) => key === to || units === was.get(key))) return one;
    const theirs = was.get(from) ?? 0;
    if (theirs !== 0) apart.push({ name, amount: theirs, memberIds: [to] });
    return { name, amount: amount - theirs, memberIds: memberIds.filter((each) => each !== from) };
  });
  return [...kept, ...apart];
}

/**
 * Where it can't be said otherwise (more shares, or more items, than one may have): what each bears, as amounts. Who gets
 * something back on a bill that others pay has a line of it that comes off.
 */
function asAmounts(id: string, money: Money, move: Move): Split {
  const borne = [...sharesOf(id, money)].map(([memberId, value]) => ({ memberId, value }));
  const parts = summed(borne, move).flatMap(({ memberId, value = 0 }) =>
    value === 0 ? [] : [{ memberId, value }],
  );
  if (parts.every(({ value }) => value * money.amount > 0)) return { mode: "exact", parts };
  const [{ name } = { name: "" }] = money.split.items ?? [];
  const items = parts.map(({ memberId, value }) => ({ name, amount: value, memberIds: [memberId] }));
  return { mode: "items", parts: [], items };
}
