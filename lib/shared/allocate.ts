/** One who takes part, with a whole number that says how much of it is theirs. */
export interface Share {
  key: string;
  weight: number;
}

/**
 * Splits minor units by weights, to the last unit: everyone gets what is theirs rounded down, and what is left goes, one
 * unit each, to whoever lost most by that (largest remainder). Equals are told apart by a hash of `seed` and key, so that
 * neither the order of entry nor the same person every time decides. A negative total is split like its positive one.
 * @param total minor units, a safe integer
 * @param shares keys that differ; weights ≥ 0, safe integers, at least one of them above 0
 * @param seed what is split, e.g. the expense's id
 * @returns by key, in the order of `shares`; sums to `total`
 */
export function allocate(total: number, shares: readonly Share[], seed: string): Map<string, number> {
  const all = new Map<string, number>();
  for (const { key, units } of portions(total, shares, seed)) all.set(key, units);
  return all;
}

/** The same as a list, for thousands of them. */
export function portions(total: number, shares: readonly Share[], seed: string): readonly Portion[] {
  const [only] = shares;
  if (only && shares.length === 1 && only.weight > 0) return [{ key: only.key, units: total }];
  const size = Math.abs(total);
  const parts = partsOf(size, shares);
  let left = size;
  for (const { units } of parts) left -= units;
  if (left > 0) favour(parts, left, seed);
  // No -0, which is not equal to 0 everywhere.
  if (total < 0) for (const part of parts) part.units = part.units === 0 ? 0 : -part.units;
  return parts;
}

export interface Portion {
  key: string;
  units: number;
}

interface Part extends Portion {
  /** What rounding down took, in parts of the whole. */
  remainder: number | bigint;
  /** The hash that tells equals apart. */
  rank: number;
}

/** One whose part may be below 0: on a bill with a deposit that came back, some get money while the others pay. */
export interface SignedShare {
  key: string;
  weight: bigint;
}

/**
 * The same where weights may be below 0, as long as they sum to more than that. Whoever has one below 0 gets a part with
 * the other sign; rounded down is towards less.
 */
export function signedPortions(
  total: number,
  shares: readonly SignedShare[],
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

function partsOf(size: number, shares: readonly Share[]): Part[] {
  let [whole, largest] = [0, 0];
  for (const { weight } of shares) {
    whole += weight;
    if (weight > largest) largest = weight;
  }
  if (largest <= 0) throw new RangeError("There is nobody to share this.");
  const isSmall = Number.isSafeInteger(size * largest) && Number.isSafeInteger(whole);
  return isSmall ? smallParts(size, shares, whole) : largeParts(size, shares);
}

function smallParts(size: number, shares: readonly Share[], whole: number): Part[] {
  return shares.map(({ key, weight }) => {
    const product = size * weight;
    const remainder = product % whole;
    return { key, units: (product - remainder) / whole, remainder, rank: 0 };
  });
}

/** The same where products would lose digits as numbers. */
function largeParts(size: number, shares: readonly Share[]): Part[] {
  const whole = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return shares.map(({ key, weight }) => {
    const product = BigInt(size) * BigInt(weight);
    return { key, units: Number(product / whole), remainder: product % whole, rank: 0 };
  });
}

/** Gives out what is left. There are always more parts with a remainder than units, so nobody without a weight gets one. */
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

/** FNV-1a of 32 bits, going on from another text's. */
function hashOn(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash;
}

/** As MurmurHash3 ends: without it, ids that differ only in their last digits hash alike. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2_b2_ae_35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
