/** The deepest nesting that is accepted. Requests and imports stay under ten. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether lists and objects are nested deeper than `most`. A parser needs many times as long for a megabyte of brackets
 * as for any other megabyte; this function reads each byte once, and none after the first that is too deep. It does not
 * check that the bytes are JSON; the parser does.
 */
export function isTooDeep(bytes: Uint8Array, most = MAX_JSON_DEPTH): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    // These are the bytes of `[` and `{`, and below of `]` and `}`. In UTF-8 they are never part of another character.
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > most) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
