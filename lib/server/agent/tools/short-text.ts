/** The beginning of a text, in about so many characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not through the middle of a character.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A name inside a sentence. */
export function quoted(name: string): string {
  return `“${shortened(name, 80)}”`;
}
