import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/**
 * Maximum length of an ordering key; where a longer one would be needed, the keys of the row and its neighbours are
 * made anew.
 */
export const MAX_ORDER_KEY = 64;

/**
 * Returns an ordering key between two others; null stands for the list's end. Keys compare as bytes. The result is null
 * when no key fits: the two are equal, out of order, or the key would be too long.
 */
export function keyBetween(before: string | null, after: string | null): string | null {
  if (before !== null && after !== null && before >= after) return null;
  const key = generateKeyBetween(before, after);
  return key.length <= MAX_ORDER_KEY ? key : null;
}

/** Returns short, evenly spread keys for a whole list. */
export function spreadKeys(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** Returns `count` keys behind `last`; null when they would become too long. */
export function keysAfter(last: string | null, count: number): string[] | null {
  const keys = generateNKeysBetween(last, null, count);
  return keys.every((key) => key.length <= MAX_ORDER_KEY) ? keys : null;
}
