import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/** A key that grew longer is spread anew with its neighbours. */
export const MAX_ORDER_KEY = 64;

/**
 * An ordering key between two others; null stands for the list's end. Keys compare as bytes.
 * null when there is no room: the two are equal, out of order, or the key would be too long.
 */
export function keyBetween(before: string | null, after: string | null): string | null {
  if (before !== null && after !== null && before >= after) return null;
  const key = generateKeyBetween(before, after);
  return key.length <= MAX_ORDER_KEY ? key : null;
}

/** Short, evenly spread keys for a whole list. */
export function spreadKeys(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** `count` keys behind `last`; null when they would grow too long. */
export function keysAfter(last: string | null, count: number): string[] | null {
  const keys = generateNKeysBetween(last, null, count);
  return keys.every((key) => key.length <= MAX_ORDER_KEY) ? keys : null;
}
