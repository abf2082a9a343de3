import type { Portion, WeightedShare } from "./allocate.ts";

/** An id without its hyphens, which refers to no row any more, so that no search for ids finds it. */
export function formerId(id: string): string {
  return UUID.test(id) ? id.replaceAll("-", "") : id;
}

function idBefore(former: string): string {
  return former.replace(FORMER, "$1-$2-$3-$4-$5");
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const FORMER = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;

/**
 * Former ids of an expense and of its members, which decide who gets a remaining unit: if the ids change, in the copy
 * of a trip or when two members are merged, this stores the former ones ({@link formerId}), so that every sum stays the
 * same.
 */
export interface Rounding {
  /** Replaces the expense's id for rounding. */
  seed?: string | undefined;
  /** By member id: the id that replaces the member's own for rounding. */
  keys?: Record<string, string> | undefined;
  /**
   * By member id: the parts that the member's payments and shares were merged from, each of which is rounded by itself.
   */
  merged?: Record<string, MergedPart[]> | undefined;
}

/**
 * A former share of a merged member, with weights as in {@link WeightedShare}. Parts that no longer sum to the
 * expense's own values are ignored.
 */
export interface MergedPart {
  key: string;
  paid: number;
  borne: number;
}

/** Whether parts are about what members paid, or about what they bear. */
export type PaidOrBorne = "paid" | "borne";

interface Rounded {
  rounding?: Rounding | undefined;
  split?: { mode: string } | undefined;
}

/** The seed by which remaining units are distributed, beside the members' keys. */
export function roundingSeedOf(id: string, { rounding }: Rounded): string {
  return rounding?.seed === undefined ? id : idBefore(rounding.seed);
}

export function roundingKeyOf({ rounding }: Rounded, memberId: string): string {
  const key = rounding?.keys?.[memberId];
  return key === undefined ? memberId : idBefore(key);
}

export interface RoundedShare extends WeightedShare {
  memberId: string;
}

/** The members' shares for rounding: under their former ids, and with merged parts separate. */
export function roundedShares(
  money: Rounded,
  shares: readonly WeightedShare[],
  side: PaidOrBorne,
): RoundedShare[] {
  return shares.flatMap(({ key: memberId, weight }) =>
    partsOf(money, memberId, weight, side).map(({ key, weight: own }) => ({ memberId, key, weight: own })),
  );
}

function partsOf(
  money: Rounded,
  memberId: string,
  weight: number,
  side: PaidOrBorne,
): readonly WeightedShare[] {
  const merged = money.rounding?.merged?.[memberId]?.map((part) => ({
    key: idBefore(part.key),
    weight: part[side],
  }));
  const sum = merged?.reduce((total, part) => total + part.weight, 0);
  // Only in a bill split by items can a participant get money back.
  const isSigned = side === "borne" && money.split?.mode === "items";
  const isGood = sum === weight && (isSigned || merged?.every((part) => part.weight >= 0));
  return merged && isGood ? merged : [{ key: roundingKeyOf(money, memberId), weight }];
}

/** Adds the portions of the parts up by member, in the order of the parts. */
export function sumsByMember(parts: readonly RoundedShare[], portions: readonly Portion[]): Portion[] {
  const sums = new Map<string, number>();
  for (const [index, { memberId }] of parts.entries())
    sums.set(memberId, (sums.get(memberId) ?? 0) + (portions[index]?.units ?? 0));
  return [...sums].map(([key, units]) => ({ key, units }));
}

/**
 * Returns the part of the rounding that stays valid for new money of an expense with the given members.
 * @returns undefined where none of it stays valid
 */
export function roundingForMembers(
  { seed, keys = {}, merged = {} }: Rounding = {},
  memberIds: readonly string[],
): Rounding | undefined {
  const among = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([memberId]) => memberIds.includes(memberId)));
  return removeEmptyRounding({ seed, keys: among(keys), merged: among(merged) });
}

interface Renaming {
  /** Ids of the members who are in the expense. */
  people: readonly string[];
  renamed: (memberId: string) => string;
}

/** The rounding for the copy of an expense, which has a new id and new member ids. The expense may be a copy itself. */
export function copiedRounding(
  id: string,
  money: Rounded,
  { people, renamed }: Renaming,
): Rounding | undefined {
  const merged = Object.entries(roundingForMembers(money.rounding, people)?.merged ?? {});
  return removeEmptyRounding({
    seed: formerId(roundingSeedOf(id, money)),
    keys: Object.fromEntries(
      people.map((person) => [renamed(person), formerId(roundingKeyOf(money, person))]),
    ),
    merged: Object.fromEntries(merged.map(([person, parts]) => [renamed(person), parts])),
  });
}

/** Removes empty fields, since rows are compared with each other. */
export function removeEmptyRounding(rounding: Rounding): Rounding | undefined {
  const said = Object.entries(rounding).filter(
    ([, value]) => typeof value === "string" || (value !== undefined && Object.keys(value).length > 0),
  );
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
