import { MAX_AMOUNT } from "./money.ts";
import { convert, ratioOf } from "./rates.ts";

interface Part {
  key: string;
  amount: number;
  units: bigint;
  /** What rounding down took from this balance, as a fraction of the denominator. */
  remainder: bigint;
}

/**
 * Converts balances that sum to 0 to another currency, in which they sum to 0 again. Each balance is rounded down, and
 * the units that are then missing go, one each, to those whom rounding down cost most. So each result differs by less
 * than one unit from the exact conversion, and 0 stays 0. Among equal losses, members who are owed money come first, so
 * that a half between two members is rounded away from zero.
 */
export function convertBalances(
  balances: ReadonlyMap<string, number>,
  from: string,
  to: string,
  rate: string,
): Map<string, number> {
  const { numerator, denominator } = ratioOf(from, to, [rate]);
  const parts = [...balances].map(([key, amount]): Part => {
    const product = BigInt(amount) * numerator;
    const remainder = ((product % denominator) + denominator) % denominator;
    return { key, amount, units: (product - remainder) / denominator, remainder };
  });
  const missing = -parts.reduce((sum, { units }) => sum + units, 0n);
  for (const part of parts.toSorted(byLoss).slice(0, Number(missing))) part.units += 1n;
  return new Map(parts.map(({ key, units }) => [key, Number(units)]));
}

function byLoss(a: Part, b: Part): number {
  if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1;
  return b.amount - a.amount || (a.key < b.key ? -1 : 1);
}

/**
 * Converts the debts of pairs of members to another currency. Each debt is converted by itself and limited to
 * MAX_AMOUNT, above which sums would not be exact.
 */
export function convertDebts(
  debts: ReadonlyMap<string, number>,
  from: string,
  to: string,
  rate: string,
): Map<string, number> {
  return new Map(
    [...debts].map(([pair, amount]) => {
      const converted = convert(amount, from, to, [rate]);
      return [pair, Math.max(-MAX_AMOUNT, Math.min(MAX_AMOUNT, converted))];
    }),
  );
}
