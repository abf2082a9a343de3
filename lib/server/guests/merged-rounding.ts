import { membersOf } from "#lib/shared/expense-people.ts";
import { borneWeights, paidWeights } from "#lib/shared/expense-shares.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import {
  formerId,
  roundingKeyOf,
  type MergedPart,
  type Rounding,
  roundedShares,
  type RoundedShare,
  removeEmptyRounding,
} from "#lib/shared/rounding.ts";
import { hasBothMembers, type MemberMerge } from "./member-merge.ts";

type Money = ExpenseFields["money"];

/**
 * Returns by which ids an expense is rounded after two members were merged: each part is rounded as before, in every
 * currency, so that no odd minor unit moves to or from anybody else.
 */
export function mergedRounding(id: string, money: Money, { from, to }: MemberMerge): Rounding | undefined {
  const { seed, keys = {}, merged = {} } = money.rounding ?? {};
  // A share of an equal split is now counted in thousandths.
  const scale = money.split.mode === "equal" && hasBothMembers(money.split.parts, { from, to }) ? 1000 : 1;
  const scaled = (parts: readonly MergedPart[]) =>
    parts.map((part) => Object.assign({}, part, { borne: scale * part.borne }));
  const others = Object.fromEntries(Object.entries(merged).map(([member, all]) => [member, scaled(all)]));
  const parts = scaled(partsOfBoth(id, money, { from, to }));
  const key = roundingKeyOf(money, membersOf(money).includes(to) ? to : from);
  return removeEmptyRounding({
    seed,
    keys: moved(keys, { from, to }, key === to ? undefined : formerId(key)),
    merged: moved(others, { from, to }, parts.length > 1 ? parts : undefined),
  });
}

/** Returns the payments and shares of both members, by the ids that decide the rounding. */
function partsOfBoth(id: string, money: Money, move: MemberMerge): MergedPart[] {
  const isTheirs = ({ memberId }: RoundedShare) => memberId === move.from || memberId === move.to;
  const paid = roundedShares(money, paidWeights(money), "paid").filter(isTheirs);
  const borne = roundedShares(money, borneWeights(id, money), "borne").filter(isTheirs);
  const ids = new Set([...paid, ...borne].map(({ key }) => key));
  return [...ids].map((key) => ({
    key: formerId(key),
    paid: weightOf(paid, key),
    borne: weightOf(borne, key),
  }));
}

function weightOf(shares: readonly RoundedShare[], key: string): number {
  return shares.find((share) => share.key === key)?.weight ?? 0;
}

/** Moves the entries of both members to the member that stays. */
function moved<T>(
  all: Record<string, T>,
  { from, to }: MemberMerge,
  value: T | undefined,
): Record<string, T> {
  const others = Object.entries(all).filter(([memberId]) => memberId !== from && memberId !== to);
  return Object.fromEntries(value === undefined ? others : [...others, [to, value]]);
}
