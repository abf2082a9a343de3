import { allocate } from "#lib/shared/allocate.ts";
import { WHOLE } from "#lib/shared/expense-rules.ts";
import { type ExpenseMoney, sharesOf } from "#lib/shared/expense-shares.ts";
import { billTotal } from "./split-values.ts";

/**
 * What each would bear by what is in the form now, in minor units, to the odd one: the id is the one that it will be saved
 * under. Where a rest is not given to anybody yet, only what is given is shared.
 */
export function shownShares(id: string, money: ExpenseMoney): ReadonlyMap<string, number> {
  const { split } = money;
  const given = split.parts.reduce((sum, { value = 0 }) => sum + value, 0);
  switch (split.mode) {
    case "equal":
    case "shares":
      return split.parts.length === 0 ? new Map() : sharesOf(id, money);
    case "exact":
      return new Map(split.parts.map(({ memberId, value = 0 }) => [memberId, value]));
    case "percent":
      return given >= WHOLE ? ofPercents(id, money) : ofPercents(id, money, WHOLE - given);
    case "items":
      return ofItems(id, money);
    default:
      return split.mode satisfies never;
  }
}

/** Nothing while the lines alone come to nothing, or to what has the other sign. */
function ofItems(id: string, money: ExpenseMoney): ReadonlyMap<string, number> {
  const { items = [] } = money.split;
  const bare = items.reduce((sum, { amount }) => sum + amount, 0);
  const total = billTotal(money.split);
  return bare * money.amount > 0 && total * money.amount > 0
    ? sharesOf(id, { ...money, amount: total })
    : new Map();
}

const REST = "";

function ofPercents(id: string, { amount, split }: ExpenseMoney, rest = 0): ReadonlyMap<string, number> {
  const parts = split.parts.map(({ memberId, value = 0 }) => ({ key: memberId, weight: value }));
  if (parts.length === 0) return new Map();
  const shares = allocate(amount, rest > 0 ? [...parts, { key: REST, weight: rest }] : parts, id);
  shares.delete(REST);
  return shares;
}

/** What all bear alike; null where some bear more. One unit that can't be divided is no more. */
export function eachOf(shares: ReadonlyMap<string, number>): number | null {
  const all = [...shares.values()].map(Math.abs);
  const [most, least] = [Math.max(...all), Math.min(...all)];
  return all.length > 0 && most === least ? most : null;
}
