/** The maximum length of one side of a change in characters, which is enough to recognize what it is about. */
const LONGEST = 140;
const AROUND = 24;

/** Returns the beginning of a long text. */
export function clip(text: string): string {
  return cut(Array.from(text), 0, LONGEST);
}

/** Returns excerpts of both versions of a long text, which start shortly before the first difference. */
export function excerpts(before: string, after: string): [before: string, after: string] {
  const sides = [Array.from(before), Array.from(after)] as const;
  const [left, right] = sides;
  if (Math.max(left.length, right.length) <= LONGEST) return [before, after];
  const parting = left.findIndex((char, at) => char !== right[at]);
  const start = Math.max(0, (parting === -1 ? left.length : parting) - AROUND);
  const same = sameEnd(left, right, start);
  const end = (side: readonly string[]) => Math.min(start + LONGEST, side.length - same + AROUND);
  return [cut(left, start, end(left)), cut(right, start, end(right))];
}

/** Returns how many characters both texts have in common at their ends, not counting those before `from`. */
function sameEnd(left: readonly string[], right: readonly string[], from: number): number {
  const most = Math.min(left.length, right.length) - from;
  let same = 0;
  while (same < most && left.at(-1 - same) === right.at(-1 - same)) same += 1;
  return same;
}

function cut(chars: readonly string[], start: number, end: number): string {
  const isCut = end < chars.length;
  const kept = chars.slice(start, isCut ? end : undefined).join("");
  return `${start > 0 ? "…" : ""}${isCut ? `${kept.trimEnd()}…` : kept}`;
}
