/** How much of a name, from its beginning, is what was typed, case and accents aside; 0 when it begins otherwise. */
export function typedPart(name: string, typed: string): number {
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
