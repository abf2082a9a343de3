import type { Portion, Share } from "./allocate.ts";

/** An id that refers to nothing any more, without its hyphens: nothing that looks for ids takes it for one. */
export function formerId(id: string): string {
  return UUID.test(id) ? id.replaceAll("-", "") : id;
}

function idBefore(former: string): string {
  return former.replace(FORMER, "$1-$2-$3-$4-$5");
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const FORMER = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;

/**
 * Who gets an odd unit goes by the ids of expense and member. Where these became others, in the copy of a trip or because
 * two members turned out to be one person, this says what they were ({@link formerId}), so that
 * every sum stays as it was.
 */
export interface Rounding {
  /** In place of the expense's id. */
  seed?: string | undefined;
  /** By member: the id that counts in place of theirs. */
  keys?: Record<string, string> | undefined;
  /** By member: what they paid and bear as the parts that it was put together of, each rounded by itself. */
  merged?: Record<string, MergedPart[]> | undefined;
}

/** Weights as {@link Share} has them. Parts that no longer add up to what the expense says count for nothing. */
export interface MergedPart {
  key: string;
  paid: number;
  borne: number;
}

/** Whether it is about what somebody paid, or bears. */
export type Side = "paid" | "borne";

interface Rounded {
  rounding?: Rounding | undefined;
  split?: { mode: string } | undefined;
}

/** What odd units are shared out by, beside the members. */
export function seedOf(id: string, { rounding }: Rounded): string {
  return rounding?.seed === undefined ? id : idBefore(rounding.seed);
}

export function keyOf({ rounding }: Rounded, memberId: string): string {
  const key = rounding?.keys?.[memberId];
  return key === undefined ? memberId : idBefore(key);
}

export interface RoundedShare extends Share {
  memberId: string;
}

/** Shares of members as they are rounded: by other ids, and apart what was put together. */
export function roundedShares(money: Rounded, shares: readonly Share[], side: Side): RoundedShare[] {
  return shares.flatMap(({ key: memberId, weight }) =>
    partsOf(money, memberId, weight, side).map(({ key, weight: own }) => ({ memberId, key, weight: own })),
  );
}

function partsOf(money: Rounded, memberId: string, weight: number, side: Side): readonly Share[] {
  const merged = money.rounding?.merged?.[memberId]?.map((part) => ({
    key: idBefore(part.key),
    weight: part[side],
  }));
  const sum = merged?.reduce((total, part) => total + part.weight, 0);
  // Only of a bill's lines somebody may get something back.
  const isSigned = side === "borne" && money.split?.mode === "items";
  const isGood = sum === weight && (isSigned || merged?.every((part) => part.weight >= 0));
  return merged && isGood ? merged : [{ key: keyOf(money, memberId), weight }];
}

/** What the parts come to for each member, in the order of the parts. */
export function sumsByMember(parts: readonly RoundedShare[], portions: readonly Portion[]): Portion[] {
  const sums = new Map<string, number>();
  for (const [index, { memberId }] of parts.entries())
    sums.set(memberId, (sums.get(memberId) ?? 0) + (portions[index]?.units ?? 0));
  return [...sums].map(([key, units]) => ({ key, units }));
}

/**
 * What of it still counts for money that takes the place of the one before, among these members.
 * @returns undefined where nothing does
 */
export function keptRounding(
  { seed, keys = {}, merged = {} }: Rounding = {},
  memberIds: readonly string[],
): Rounding | undefined {
  const among = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([memberId]) => memberIds.includes(memberId)));
  return saidRounding({ seed, keys: among(keys), merged: among(merged) });
}

interface Renaming {
  /** Who is in the expense. */
  people: readonly string[];
  renamed: (memberId: string) => string;
}

/** By what ids the copy of an expense goes on, whose own and whose members' are new. The expense may be a copy itself. */
export function copiedRounding(
  id: string,
  money: Rounded,
  { people, renamed }: Renaming,
): Rounding | undefined {
  const merged = Object.entries(keptRounding(money.rounding, people)?.merged ?? {});
  return saidRounding({
    seed: formerId(seedOf(id, money)),
    keys: Object.fromEntries(people.map((person) => [renamed(person), formerId(keyOf(money, person))])),
    merged: Object.fromEntries(merged.map(([person, parts]) => [renamed(person), parts])),
  });
}

/** Without what says nothing, since rows are compared. */
export function saidRounding(rounding: Rounding): Rounding | undefined {
  const said = Object.entries(rounding).filter(
    ([, value]) => typeof value === "string" || (value !== undefined && Object.keys(value).length > 0),
  );
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
