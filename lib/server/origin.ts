/**
 * An origin as browsers write it: in lower case and without the port that its scheme has anyway. Whoever holds
 * something else, such as `null` or a scheme alone (`app://`), gets it back in lower case.
 */
export function normalOrigin(given: string): string {
  const text = given.toLowerCase();
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return text;
  return new URL(text).origin;
}

/** A scheme alone stands for all its origins, which on the web would be everybody; wildcards stand for strangers too. */
export function isOriginOrScheme(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/\\*?#@]*$/i.test(text)) return false;
  return !/^https?:/i.test(text) || (URL.canParse(text) && /^https?:\/\/[^:]/i.test(text));
}
