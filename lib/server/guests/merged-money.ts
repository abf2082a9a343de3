import { allocate } from "#lib/shared/allocate.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import { fromThousandths, sharesOf, thousandthsOf } from "#lib/shared/expense-shares.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import { MAX_BILL_ITEMS } from "#lib/shared/money-limits.ts";

type Money = ExpenseFields["money"];
type Split = Money["split"];
type Payer = Money["payers"][number];
type SplitPart = Split["parts"][number];
type SplitItem = NonNullable<Split["items"]>[number];

interface Move {
  from: string;
  to: string;
}

/**
 * An expense's money where two members turn out to be one person: what the one paid and bears is the other's, added up
 * where both are in it. An equal split with both becomes one by shares, in which the person has two. The others bear what
 * they did, to the unit: where an odd one would go to somebody else, the split becomes one by amounts.
 * @param id of the expense
 */
export function mergedMoney(id: string, money: Money, move: Move): Money {
  const merged = { ...money, payers: mergedPayers(money.payers, move), split: mergedSplit(id, money, move) };
  const isGood = moneyProblem(merged) === null && (merged.split.items ?? []).length <= MAX_BILL_ITEMS;
  return isGood && isSameFor(id, { before: money, after: merged }, move)
    ? merged
    : { ...merged, split: asAmounts(id, money, move) };
}

/** Whether everybody bears what they did, the two of them together. */
function isSameFor(
  id: string,
  { before, after }: { before: Money; after: Money },
  { from, to }: Move,
): boolean {
  const was = sharesOf(id, before);
  const is = sharesOf(id, after);
  was.set(to, (was.get(to) ?? 0) + (was.get(from) ?? 0));
  was.delete(from);
  return [...new Set([...was.keys(), ...is.keys()])].every(
    (key) => (was.get(key) ?? 0) === (is.get(key) ?? 0),
  );
}

function mergedPayers(payers: readonly Payer[], { from, to }: Move): Payer[] {
  const sums = new Map<string, number>();
  for (const { memberId, amount } of payers) {
    const payer = memberId === from ? to : memberId;
    sums.set(payer, (sums.get(payer) ?? 0) + amount);
  }
  return [...sums].map(([memberId, amount]) => ({ memberId, amount }));
}

function mergedSplit(id: string, money: Money, move: Move): Split {
  const { split } = money;
  if (split.mode === "items") return { ...split, items: mergedItems(id, split.items ?? [], move) };
  const isInBoth = [move.from, move.to].every((member) =>
    split.parts.some(({ memberId }) => memberId === member),
  );
  if (!isInBoth) return { ...split, parts: split.parts.map((part) => renamed(part, move)) };
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

/** What the one had of an item that both share becomes an item of its own, behind all others: their odd units stay. */
function mergedItems(seed: string, items: readonly SplitItem[], { from, to }: Move): SplitItem[] {
  const apart: SplitItem[] = [];
  const kept = items.map((item, index) => {
    const { amount, memberIds } = item;
    if (!memberIds.includes(from)) return item;
    if (!memberIds.includes(to))
      return { ...item, memberIds: memberIds.map((memberId) => (memberId === from ? to : memberId)) };
    const people = memberIds.map((key) => ({ key, weight: 1 }));
    const theirs = allocate(amount, people, `${seed}:${index}`).get(from) ?? 0;
    const others = memberIds.filter((memberId) => memberId !== from);
    // Of less units than people, somebody has nothing: there is nothing to set apart, or nothing would be left.
    if (theirs === 0 || theirs === amount) return { ...item, memberIds: others };
    apart.push({ name: item.name, amount: theirs, memberIds: [to] });
    return { ...item, amount: amount - theirs, memberIds: others };
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
