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
  const size = Math.abs(total);
  const parts = partsOf(size, shares);
  const left = size - parts.reduce((sum, { units }) => sum + units, 0);
  const favoured = new Set(left === 0 ? [] : mostFavoured(parts, seed).slice(0, left));
  return new Map(
    parts.map((part) => {
      const units = favoured.has(part) ? part.units + 1 : part.units;
      // No -0, which is not equal to 0 everywhere.
      return [part.key, total < 0 && units > 0 ? -units : units];
    }),
  );
}

interface Part {
  key: string;
  units: number;
  /** What rounding down took, in parts of the whole. */
  remainder: number | bigint;
}

function partsOf(size: number, shares: readonly Share[]): Part[] {
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0);
  const largest = shares.reduce((most, { weight }) => Math.max(most, weight), 0);
  if (largest <= 0) throw new RangeError("There is nobody to share this.");
  const isSmall = Number.isSafeInteger(size * largest) && Number.isSafeInteger(whole);
  return isSmall ? smallParts(size, shares, whole) : largeParts(size, shares);
}

function smallParts(size: number, shares: readonly Share[], whole: number): Part[] {
  return shares.map(({ key, weight }) => {
    const product = size * weight;
    const remainder = product % whole;
    return { key, units: (product - remainder) / whole, remainder };
  });
}

/** The same where products would lose digits as numbers. */
function largeParts(size: number, shares: readonly Share[]): Part[] {
  const whole = shares.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return shares.map(({ key, weight }) => {
    const product = BigInt(size) * BigInt(weight);
    return { key, units: Number(product / whole), remainder: product % whole };
  });
}

/** There are always more parts with a remainder than units left, so that nobody without a weight gets one. */
function mostFavoured(parts: readonly Part[], seed: string): Part[] {
  const start = hashOn(FNV_START, `${seed}:`);
  const ranked = parts.map((part) => ({ part, rank: mixed(hashOn(start, part.key)) }));
  ranked.sort(
    (a, b) =>
      compare(b.part.remainder, a.part.remainder) ||
      compare(a.rank, b.rank) ||
      compare(a.part.key, b.part.key),
  );
  return ranked.map(({ part }) => part);
}

function compare<T extends bigint | number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
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
