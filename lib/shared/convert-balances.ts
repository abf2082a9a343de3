import { MAX_AMOUNT } from "./money.ts";
import { convert, ratioOf } from "./rates.ts";

interface Part {
  key: string;
  amount: number;
  units: bigint;
  /** What rounding down took, in parts of the denominator. */
  remainder: bigint;
}

/**
 * Balances that sum to 0 in another currency, where they sum to 0 again: each is rounded down, and the units that are then
 * missing go, one each, to whoever lost most by that. So each is less than one unit from what the rate makes of it, and 0
 * stays 0. Of those who lost the same, who is owed comes first, which rounds a half away from zero between two.
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

/** What each two owe each other, in another currency: each by itself, and ending at MAX_AMOUNT, where nobody could count on. */
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
