import { type Portion, portions, type Share, type SignedShare, signedPortions } from "./allocate.ts";
import { keyOf, type Rounding, roundedShares, seedOf, type Side, sumsByMember } from "./rounding.ts";

export const SPLIT_MODES = ["equal", "shares", "percent", "exact", "items"] as const;
export type SplitMode = (typeof SPLIT_MODES)[number];

/** Who paid how much; minor units, negative where the money came back. */
export interface Payer {
  memberId: string;
  amount: number;
}

/** `value`: none (equal), a number of shares, hundredths of a percent, or minor units (exact). Only shares have decimals. */
export interface SplitPart {
  memberId: string;
  value?: number | undefined;
}

/** One line of a bill, shared equally by these; 0 where it was free, against the sign of the whole where it came off. */
export interface SplitItem {
  name: string;
  amount: number;
  memberIds: readonly string[];
}

export interface Split {
  mode: SplitMode;
  /** Empty for items, which name their own people. */
  parts: readonly SplitPart[];
  items?: readonly SplitItem[] | undefined;
  /** Minor units on top of the items, by what each has eaten. */
  tax?: number | undefined;
  tip?: number | undefined;
  /** Minor units off the items, likewise. */
  discount?: number | undefined;
}

/** An expense's one field: what it is about money can only be changed as a whole. */
export interface ExpenseMoney {
  /** Minor units, negative for money that came back, never 0. */
  amount: number;
  currency: string;
  payers: readonly Payer[];
  split: Split;
  rounding?: Rounding | undefined;
}

/**
 * What each has to bear, in minor units; sums to `amount`.
 * @param id of the expense: it decides who bears an odd unit, unless the money says what else does
 * @param money that `moneyProblem` has nothing against
 * @param amount what it comes to in another currency; absent: in its own
 */
export function sharesOf(id: string, money: ExpenseMoney, amount = money.amount): Map<string, number> {
  return new Map(borneBy(id, money, amount).map(({ key, units }) => [key, units]));
}

/**
 * The same as a list, for thousands of them. Of amounts, the amounts themselves: of the whole they come out as they are.
 * What is beside the items follows them.
 */
export function borneBy(id: string, money: ExpenseMoney, amount: number): readonly Portion[] {
  const seed = seedOf(id, money);
  if (money.split.mode === "items") {
    return sharedAmong(money, "borne", itemWeights(id, money), (parts) =>
      ofItems(money, amount, { parts, seed }),
    );
  }
  return sharedAmong(money, "borne", partWeights(money.split), (parts) => portions(amount, parts, seed));
}

/** What each paid of an amount, by what they paid of its own. */
export function paidBy(id: string, money: ExpenseMoney, amount: number): readonly Portion[] {
  const seed = `${seedOf(id, money)}:paid`;
  return sharedAmong(money, "paid", paidWeights(money), (parts) => portions(amount, parts, seed));
}

/** Shares it out among the ids by which members are rounded. */
function sharedAmong(
  money: ExpenseMoney,
  side: Side,
  shares: readonly Share[],
  shareOut: (parts: readonly Share[]) => readonly Portion[],
): readonly Portion[] {
  if (!money.rounding) return shareOut(shares);
  const parts = roundedShares(money, shares, side);
  return sumsByMember(parts, shareOut(parts));
}

/** How much of the whole each paid. */
export function paidWeights({ payers }: ExpenseMoney): Share[] {
  return payers.map(({ memberId, amount }) => ({ key: memberId, weight: Math.abs(amount) }));
}

/** How much of the whole each bears; of items, what each has of these. */
export function borneWeights(id: string, money: ExpenseMoney): Share[] {
  return money.split.mode === "items" ? itemWeights(id, money) : partWeights(money.split);
}

function partWeights({ mode, parts }: Split): Share[] {
  const weightOf = mode === "shares" ? thousandthsOf : Math.abs;
  return parts.map(({ memberId, value = 1 }) => ({ key: memberId, weight: weightOf(value) }));
}

/** Decimals that a number of shares may have. */
const SHARE_SCALE = 1000;

/** A number of shares as a whole number, so that no fraction of a double decides about a cent. */
export function thousandthsOf(shares: number): number {
  return Math.round(shares * SHARE_SCALE);
}

/** The double that is nearest to so many thousandths: the one that their decimal digits are read as. */
export function fromThousandths(thousandths: number): number {
  return thousandths / SHARE_SCALE;
}

/** Of a bill, by what each has of its items. */
function ofItems(
  money: ExpenseMoney,
  amount: number,
  { parts, seed }: { parts: readonly Share[]; seed: string },
): readonly Portion[] {
  if (parts.every(({ weight }) => weight >= 0)) return portions(amount, parts, seed);
  return signedPortions(amount, withRest(money, parts), seed);
}

/** What each has of the items alone; below 0 where they get something back on a bill that the others pay. */
function itemWeights(id: string, money: ExpenseMoney): Share[] {
  const sign = Math.sign(money.amount);
  const sums = new Map<string, number>();
  for (const [index, { amount, memberIds }] of (money.split.items ?? []).entries()) {
    for (const { key, units } of ofItem(money, { amount, memberIds }, itemSeed(id, money, index)))
      sums.set(key, (sums.get(key) ?? 0) + units);
  }
  return [...sums].map(([key, sum]) => ({ key, weight: sign * sum }));
}

export function itemSeed(id: string, money: ExpenseMoney, index: number): string {
  return `${seedOf(id, money)}:${index}`;
}

/** What each of its people has of one item, by member id. */
export function ofItem(
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
  const people = memberIds.map((memberId) => ({ memberId, key: keyOf(money, memberId), weight: 1 }));
  return sumsByMember(people, portions(amount, people, seed));
}

/** Whoever gets something back bears nothing of what is beside the items: that is of those who had something. */
function withRest({ amount }: ExpenseMoney, own: readonly Share[]): SignedShare[] {
  const bare = own.reduce((sum, { weight }) => sum + weight, 0);
  const had = own.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  const rest = BigInt(Math.abs(amount) - bare);
  return own.map(({ key, weight }) => ({
    key,
    weight: BigInt(weight) * BigInt(had) + rest * BigInt(Math.max(0, weight)),
  }));
}

/** Adds up by member. */
export function addAll(
  sums: Map<string, number>,
  amounts: ReadonlyMap<string, number>,
  sign: 1 | -1 = 1,
): void {
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0) + sign * amount);
}
