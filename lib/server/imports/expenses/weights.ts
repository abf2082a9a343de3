import type { Figure } from "./figures.ts";
import type { ExactPart } from "./row-builder.ts";

/** How many digits of a weight behind the point count. */
const WEIGHT_DIGITS = 6;

/** A weight such as `1.5` in millionths; null for what is none. */
export function readWeight(text: string): bigint | null {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d{1,20}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole + fraction.slice(0, WEIGHT_DIGITS).padEnd(WEIGHT_DIGITS, "0"));
}

/** One whole weight. */
export const WHOLE = 10n ** BigInt(WEIGHT_DIGITS);

/** Each one's part of the cost by their weight; null where all weigh nothing. */
export function byWeight(
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
