import type { Figure } from "./figures.ts";
import type { ExactPart } from "./row-builder.ts";

/** Number of decimals of a weight that are read. */
const WEIGHT_DIGITS = 6;

/** Reads a weight such as `1.5` in millionths; null for a text that is no weight. */
export function readWeight(text: string): bigint | null {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d{1,20}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole + fraction.slice(0, WEIGHT_DIGITS).padEnd(WEIGHT_DIGITS, "0"));
}

/** The weight 1, in millionths. */
export const FULL_WEIGHT = 10n ** BigInt(WEIGHT_DIGITS);

/** Divides the cost by weight; null when all weights are 0. */
export function divideByWeight(
  cost: Figure,
  people: readonly { person: number; weight: bigint }[],
): ExactPart[] | null {
  const all = people.reduce((sum, { weight }) => sum + weight, 0n);
  if (all === 0n) return null;
  return people.map(({ person, weight }) => ({
    person,
    figure: { exact: (cost.exact * weight) / all, digits: cost.digits },
  }));
}
