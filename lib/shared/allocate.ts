/** One participant of an allocation, with a whole number as weight. */
export interface WeightedShare {
  key: string;
  weight: number;
}

/**
 * Splits minor units by weights without losing a unit: everyone gets their exact portion rounded down, and the
 * remaining units go, one each, to those whom rounding down cost most (largest remainder method). A hash of `seed` and
 * key decides between equal remainders, so that neither the order of the list nor always the same person decides. A
 * negative total is split like the positive one.
 * @param total minor units, a safe integer
 * @param shares keys that differ; weights ≥ 0, safe integers, at least one of them above 0
 * @param seed what is split, e.g. the expense's id
 * @returns by key, in the order of `shares`; sums to `total`
 */
export function allocate(total: number, shares: readonly WeightedShare[], seed: string): Map<string, number> {
  const all = new Map<string, number>();
  for (const { key, units } of portions(total, shares, seed)) all.set(key, units);
  return all;
}

/** Splits minor units like {@link allocate}, but returns a list, which is faster for thousands of calls. */
export function portions(total: number, shares: readonly WeightedShare[], seed: string): readonly Portion[] {
  const [only] = shares;
  if (only && shares.length === 1 && only.weight > 0) return [{ key: only.key, units: total }];
  const size = Math.abs(total);
  const parts = partsOf(size, shares);
  let left = size;
  for (const { units } of parts) left -= units;
  if (left > 0) favour(parts, left, seed);
  // A result of -0 would not be equal to 0 in every comparison.
  if (total < 0) for (const part of parts) part.units = part.units === 0 ? 0 : -part.units;
  return parts;
}

export interface Portion {
  key: string;
  units: number;
}

interface Part extends Portion {
  /** What rounding down took from this part, as a fraction of the total weight. */
  remainder: number | bigint;
  /** The hash that decides between equal remainders. */
  rank: number;
}

/**
 * A participant whose portion may be below 0: on a bill with a returned deposit, some get money while the others pay.
 */
export interface SignedWeightedShare {
  key: string;
  weight: bigint;
}

/**
 * Allocates like {@link portions}, but a weight may be below 0 as long as all weights sum to more than 0. A participant
 * with a negative weight gets a portion of the other sign. Rounding down goes towards less. The caller bounds how far
 * the weights cancel each other out, so that each portion is a safe integer: see the rules of expenses.
 */
export function signedPortions(
  total: number,
  shares: readonly SignedWeightedShare[],
  seed: string,
): readonly Portion[] {
  const size = BigInt(Math.abs(total));
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0n);
  if (whole <= 0n) throw new RangeError("There is nobody to share this.");
  const parts = shares.map(({ key, weight }): Part => {
    const product = size * weight;
    const remainder = ((product % whole) + whole) % whole;
    return { key, units: Number((product - remainder) / whole), remainder, rank: 0 };
  });
  const left = Math.abs(total) - parts.reduce((sum, { units }) => sum + units, 0);
  if (left > 0) favour(parts, left, seed);
  return total < 0 ? parts.map(({ key, units }) => ({ key, units: units === 0 ? 0 : -units })) : parts;
}

function partsOf(size: number, shares: readonly WeightedShare[]): Part[] {
  let [whole, largest] = [0, 0];
  for (const { weight } of shares) {
    whole += weight;
    if (weight > largest) largest = weight;
  }
  if (largest <= 0) throw new RangeError("There is nobody to share this.");
  const isSmall = Number.isSafeInteger(size * largest) && Number.isSafeInteger(whole);
  return isSmall ? smallParts(size, shares, whole) : largeParts(size, shares);
}

function smallParts(size: number, shares: readonly WeightedShare[], whole: number): Part[] {
  return shares.map(({ key, weight }) => {
    const product = size * weight;
    const remainder = product % whole;
    return { key, units: (product - remainder) / whole, remainder, rank: 0 };
  });
}

/** Computes the parts with bigints, for products that are too large for an exact number. */
function largeParts(size: number, shares: readonly WeightedShare[]): Part[] {
  const whole = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return shares.map(({ key, weight }) => {
    const product = BigInt(size) * BigInt(weight);
    return { key, units: Number(product / whole), remainder: product % whole, rank: 0 };
  });
}

/**
 * Distributes the units that rounding down left over. More parts have a remainder than there are units, so nobody
 * without a weight gets a unit.
 */
function favour(parts: readonly Part[], left: number, seed: string): void {
  const start = hashOn(FNV_START, `${seed}:`);
  for (const part of parts) part.rank = mixed(hashOn(start, part.key));
  const first =
    left > 1
      ? parts.toSorted(byFavour).slice(0, left)
      : [parts.reduce((best, part) => (byFavour(part, best) < 0 ? part : best))];
  for (const part of first) part.units += 1;
}

function byFavour(a: Part, b: Part): number {
  if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.key < b.key ? -1 : 1;
}

const FNV_START = 0x81_1c_9d_c5;

/** FNV-1a hash of 32 bits, continued from the hash of another text. */
function hashOn(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash;
}

/** The final mixing step of MurmurHash3. Without it, ids that differ only in their last digits get similar hashes. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2_b2_ae_35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
