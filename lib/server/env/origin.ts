/**
 * Returns an origin as browsers write it: in lower case and without its scheme's default port. Any other text, such as
 * `null` or a scheme alone (`app://`), is returned in lower case.
 */
export function normalOrigin(given: string): string {
  const text = given.toLowerCase();
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return text;
  return new URL(text).origin;
}

/**
 * Whether the text is an origin, or a scheme alone, which stands for all its origins. `http` and `https` alone are
 * refused, because they stand for every website; wildcards are refused because they include the sites of strangers.
 */
export function isOriginOrScheme(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/\\*?#@]*$/i.test(text)) return false;
  return !/^https?:/i.test(text) || (URL.canParse(text) && /^https?:\/\/[^:]/i.test(text));
}
