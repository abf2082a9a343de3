import type { Figure } from "./figures.ts";
import type { ExactPart } from "./row-builder.ts";

/**
 * Words by which programs mark a row as income. The payer of such a row has received the money for all people who have
 * a share.
 */
const INCOME = /\b(?:income|refund|received)\b/i;

interface Said {
  /** The word by which the row says what kind it is. */
  kind: string;
  cost: Figure;
  /** What people paid, with the signs of the file; empty when the row only names a payer. */
  paid?: readonly ExactPart[];
}

/**
 * Returns the amount of a row with its sign: below 0 for income, as the row's kind and the signs of the payments say.
 * @returns null when the kind and the signs contradict each other
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

/** Gives payers and shares the sign of the row's amount. */
export function alignSignsWithCost(
  sides: Record<"payers" | "shares", readonly ExactPart[]>,
  { from, to }: { from: Figure; to: Figure },
): Record<"payers" | "shares", readonly ExactPart[]> {
  if (from.exact === to.exact) return sides;
  return { payers: turned(sides.payers), shares: turned(sides.shares) };
}

/** Gives the shares the sign of the cost, because some programs write what people owe below 0. */
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
