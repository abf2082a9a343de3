/** Deeper than anything that is sent or imported, which stays under ten. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether lists and objects lie in each other deeper than that. Parsing a megabyte of nothing but brackets takes a
 * parser many times as long as any other megabyte; this looks at each byte once, and at none behind the first too deep.
 * What is no JSON is for the parser to refuse.
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
    // `[` and `{`, `]` and `}`: in UTF-8 no byte of another character is one of them.
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > most) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
