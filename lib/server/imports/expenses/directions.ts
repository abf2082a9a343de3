import type { Figure } from "./figures.ts";
import type { ExactPart } from "./row-builder.ts";

/** What programs call a row by which money came in. Who is its payer has received it, for all who have a share. */
const INCOME = /\b(?:income|refund|received)\b/i;

interface Said {
  /** The row's own word for what it is. */
  kind: string;
  cost: Figure;
  /** What people paid, with the signs that it has; empty where the row names a payer alone. */
  paid?: readonly ExactPart[];
}

/**
 * What a row comes to: below 0 where money came in instead of being spent, by its own word for it and by the signs of what
 * people paid.
 * @returns null where these contradict each other
 */
export function signedCost({ kind, cost, paid = [] }: Said): Figure | null {
  const isSaid = INCOME.test(kind);
  const sum = sumOf(paid);
  if (sum === 0n) return isSaid ? withSign(cost, -1) : cost;
  if (sum > 0n && (isSaid || cost.exact < 0n)) return null;
  return withSign(cost, sum < 0n ? -1 : 1);
}

function withSign({ exact, digits }: Figure, sign: 1 | -1): Figure {
  return { exact: exact < 0n === sign < 0 ? exact : -exact, digits };
}

function sumOf(parts: readonly ExactPart[]): bigint {
  return parts.reduce((sum, { figure }) => sum + figure.exact, 0n);
}

/** Both sides of a row, with the signs of what it comes to. */
export function likeCost(
  sides: Record<"payers" | "shares", readonly ExactPart[]>,
  { from, to }: { from: Figure; to: Figure },
): Record<"payers" | "shares", readonly ExactPart[]> {
  if (from.exact === to.exact) return sides;
  return { payers: turned(sides.payers), shares: turned(sides.shares) };
}

/** Shares with the sign that makes them come to the whole: some programs write what people bear below 0. */
export function alignShares(parts: readonly ExactPart[], cost: Figure): ExactPart[] {
  if (sumOf(parts) < 0n === cost.exact < 0n) return [...parts];
  return turned(parts);
}

function turned(parts: readonly ExactPart[]): ExactPart[] {
  return parts.map(({ person, figure: { exact, digits } }) => ({
    person,
    figure: { exact: -exact, digits },
  }));
}
