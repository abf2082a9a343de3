import {
  type Portion,
  portions,
  type WeightedShare,
  type SignedWeightedShare,
  signedPortions,
} from "./allocate.ts";
import {
  roundingKeyOf,
  type Rounding,
  roundedShares,
  roundingSeedOf,
  type PaidOrBorne,
  sumsByMember,
} from "./rounding.ts";

export const SPLIT_MODES = ["equal", "shares", "percent", "exact", "items"] as const;
export type SplitMode = (typeof SPLIT_MODES)[number];

/** A payer and the amount paid, in minor units; negative where the money came back. */
export interface Payer {
  memberId: string;
  amount: number;
}

/**
 * One participant of a split. `value`: absent (equal split), a number of shares, hundredths of a percent, or minor
 * units (split by amounts). Only shares have decimals.
 */
export interface SplitPart {
  memberId: string;
  value?: number | undefined;
}

/**
 * One item of a bill, divided equally among its participants. Its amount is 0 for a free item, and has the opposite
 * sign of the total for a deduction.
 */
export interface SplitItem {
  name: string;
  amount: number;
  memberIds: readonly string[];
}

export interface Split {
  mode: SplitMode;
  /** The participants with their values; empty for a split by items, whose items name their participants themselves. */
  parts: readonly SplitPart[];
  items?: readonly SplitItem[] | undefined;
  /** Minor units added to the items, divided in proportion to each participant's items. */
  tax?: number | undefined;
  tip?: number | undefined;
  /** Minor units subtracted from the items, divided like a tax: in proportion to each participant's items. */
  discount?: number | undefined;
}

/** The money of an expense: one field, which can only be changed as a whole. */
export interface ExpenseMoney {
  /** Minor units, negative for money that came back, never 0. */
  amount: number;
  currency: string;
  payers: readonly Payer[];
  split: Split;
  rounding?: Rounding | undefined;
}

/**
 * Each member's share in minor units; sums to `amount`.
 * @param id of the expense: it decides who bears a remaining unit, unless `money.rounding` names another id
 * @param money for which `moneyProblem` returns null
 * @param amount the expense's amount in another currency; absent: in its own currency
 */
export function sharesOf(id: string, money: ExpenseMoney, amount = money.amount): Map<string, number> {
  return new Map(bornePortions(id, money, amount).map(({ key, units }) => [key, units]));
}

/**
 * Each member's share like {@link sharesOf}, but as a list, which is faster for thousands of expenses. A split by
 * amounts returns exactly its amounts for the expense's own total. Tax and discount follow the items.
 */
export function bornePortions(id: string, money: ExpenseMoney, amount: number): readonly Portion[] {
  const seed = roundingSeedOf(id, money);
  if (money.split.mode === "items") {
    return sharedAmong(money, "borne", itemWeights(id, money), (parts) =>
      ofItems(money, amount, { parts, seed }),
    );
  }
  return sharedAmong(money, "borne", partWeights(money.split), (parts) => portions(amount, parts, seed));
}

/** Returns what each payer paid of an amount, in proportion to the payments in the expense's own currency. */
export function paidPortions(id: string, money: ExpenseMoney, amount: number): readonly Portion[] {
  const seed = `${roundingSeedOf(id, money)}:paid`;
  return sharedAmong(money, "paid", paidWeights(money), (parts) => portions(amount, parts, seed));
}

/** Divides an amount by weights, with the ids that decide about each member's rounding. */
function sharedAmong(
  money: ExpenseMoney,
  side: PaidOrBorne,
  shares: readonly WeightedShare[],
  shareOut: (parts: readonly WeightedShare[]) => readonly Portion[],
): readonly Portion[] {
  if (!money.rounding) return shareOut(shares);
  const parts = roundedShares(money, shares, side);
  return sumsByMember(parts, shareOut(parts));
}

/** Weights of the payers in the total. */
export function paidWeights({ payers }: ExpenseMoney): WeightedShare[] {
  return payers.map(({ memberId, amount }) => ({ key: memberId, weight: Math.abs(amount) }));
}

/** Weights of those who bear the total; in a split by items, from each one's items. */
export function borneWeights(id: string, money: ExpenseMoney): WeightedShare[] {
  return money.split.mode === "items" ? itemWeights(id, money) : partWeights(money.split);
}

function partWeights({ mode, parts }: Split): WeightedShare[] {
  const weightOf = mode === "shares" ? thousandthsOf : Math.abs;
  return parts.map(({ memberId, value = 1 }) => ({ key: memberId, weight: weightOf(value) }));
}

/** The factor that makes every number of shares a whole number, since it may have three decimals. */
const SHARE_SCALE = 1000;

/** Returns a number of shares as a whole number of thousandths, so that a double's inexact fraction decides no unit. */
export function thousandthsOf(shares: number): number {
  return Math.round(shares * SHARE_SCALE);
}

/**
 * Returns the number of shares that is stored as so many thousandths: the same double that reading its decimal digits
 * gives.
 */
export function fromThousandths(thousandths: number): number {
  return thousandths / SHARE_SCALE;
}

/** Divides a bill in proportion to each participant's items. */
function ofItems(
  money: ExpenseMoney,
  amount: number,
  { parts, seed }: { parts: readonly WeightedShare[]; seed: string },
): readonly Portion[] {
  if (parts.every(({ weight }) => weight >= 0)) return portions(amount, parts, seed);
  return signedPortions(amount, withRest(money, parts), seed);
}

/**
 * What each participant has of the items without tax and discount; below 0 for a participant who gets money back on a
 * bill that the others pay.
 */
function itemWeights(id: string, money: ExpenseMoney): WeightedShare[] {
  const sign = Math.sign(money.amount);
  const sums = new Map<string, number>();
  for (const [index, { amount, memberIds }] of (money.split.items ?? []).entries()) {
    for (const { key, units } of itemPortions(money, { amount, memberIds }, itemSeed(id, money, index)))
      sums.set(key, (sums.get(key) ?? 0) + units);
  }
  return [...sums].map(([key, sum]) => ({ key, weight: sign * sum }));
}

export function itemSeed(id: string, money: ExpenseMoney, index: number): string {
  return `${roundingSeedOf(id, money)}:${index}`;
}

/** Each participant's portion of one item, by member id. */
export function itemPortions(
  money: ExpenseMoney,
  { amount, memberIds }: Pick<SplitItem, "amount" | "memberIds">,
  seed: string,
): readonly Portion[] {
  if (!money.rounding)
    return portions(
      amount,
      memberIds.map((key) => ({ key, weight: 1 })),
      seed,
    );
  const people = memberIds.map((memberId) => ({ memberId, key: roundingKeyOf(money, memberId), weight: 1 }));
  return sumsByMember(people, portions(amount, people, seed));
}

/** Adds tax and discount to the items. A participant with a negative sum of items bears none of them; the others do. */
function withRest({ amount }: ExpenseMoney, own: readonly WeightedShare[]): SignedWeightedShare[] {
  const bare = own.reduce((sum, { weight }) => sum + weight, 0);
  const had = own.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const rest = BigInt(Math.abs(amount) - bare);
  return own.map(({ key, weight }) => ({
    key,
    weight: BigInt(weight) * BigInt(had) + rest * BigInt(Math.max(0, weight)),
  }));
}

/** Adds the portions up by member. */
export function addAmounts(
  sums: Map<string, number>,
  amounts: ReadonlyMap<string, number>,
  sign: 1 | -1 = 1,
): void {
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0) + sign * amount);
}
