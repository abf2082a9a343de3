import { portions } from "#lib/shared/allocate.ts";
import { replaceMoney } from "#lib/shared/expense-people.ts";
import { HUNDRED_PERCENT } from "#lib/shared/expense-rules.ts";
import { type ExpenseMoney, sharesOf } from "#lib/shared/expense-shares.ts";
import { roundedShares, roundingSeedOf, sumsByMember } from "#lib/shared/rounding.ts";
import { billTotal } from "./split-values.ts";

/**
 * Returns each member's share by the present values of the form, in minor units and rounded as it will be saved. The
 * id decides who bears the odd unit, unless the stored expense that this one replaces is rounded by another id. If a
 * part is not assigned yet, only the assigned part is shared.
 */
export function shownShares(
  id: string,
  entered: ExpenseMoney,
  held?: ExpenseMoney,
): ReadonlyMap<string, number> {
  const money = replaceMoney(held, entered);
  const { split } = money;
  const given = split.parts.reduce((sum, { value = 0 }) => sum + value, 0);
  switch (split.mode) {
    case "equal":
    case "shares":
      return split.parts.length === 0 ? new Map() : sharesOf(id, money);
    case "exact":
      return new Map(split.parts.map(({ memberId, value = 0 }) => [memberId, value]));
    case "percent":
      return given >= HUNDRED_PERCENT
        ? ofPercents(id, money)
        : ofPercents(id, money, HUNDRED_PERCENT - given);
    case "items":
      return ofItems(id, money);
    default:
      return split.mode satisfies never;
  }
}

/**
 * Returns the shares of a split by items; none while the sum of the items or the total is 0 or has another sign than
 * the amount.
 */
function ofItems(id: string, money: ExpenseMoney): ReadonlyMap<string, number> {
  const { items = [] } = money.split;
  const bare = items.reduce((sum, { amount }) => sum + amount, 0);
  const total = billTotal(money.split);
  return bare * money.amount > 0 && total * money.amount > 0
    ? sharesOf(id, { ...money, amount: total })
    : new Map();
}

const REST = "";

function ofPercents(id: string, money: ExpenseMoney, rest = 0): ReadonlyMap<string, number> {
  const { amount, split } = money;
  const given = split.parts.map(({ memberId, value = 0 }) => ({ key: memberId, weight: value }));
  if (given.length === 0) return new Map();
  const all = rest > 0 ? [...given, { key: REST, weight: rest }] : given;
  const parts = roundedShares(money, all, "borne");
  const shares = sumsByMember(parts, portions(amount, parts, roundingSeedOf(id, money)));
  return new Map(shares.flatMap(({ key, units }) => (key === REST ? [] : [[key, units] as const])));
}

/** Returns the share that all members have in common; null if shares differ, also by one indivisible unit. */
export function equalShareOf(shares: ReadonlyMap<string, number>): number | null {
  const all = [...shares.values()].map(Math.abs);
  const [most, least] = [Math.max(...all), Math.min(...all)];
  return all.length > 0 && most === least ? most : null;
}
