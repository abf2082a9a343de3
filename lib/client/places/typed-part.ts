/**
 * Returns how many UTF-16 units at the beginning of a name match the typed text, ignoring case and accents; 0 when the
 * name begins differently.
 */
export function typedPrefixLength(name: string, typed: string): number {
  const wanted = folded(typed);
  if (wanted === "") return 0;
  let seen = "";
  let length = 0;
  for (const letter of name) {
    if (seen.length >= wanted.length) break;
    seen += folded(letter);
    length += letter.length;
  }
  return seen.startsWith(wanted) ? length : 0;
}

function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
