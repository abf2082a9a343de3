const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const SHOWN = 40;

/**
 * Normalizes typed or pasted text to what the service accepts: other line breaks of Word and the web become plain ones
 * (spaces in a single-line field), and invisible characters, such as halves of emoji, are removed. Users could not
 * understand why invisible characters are refused.
 */
export function cleanText(text: string, { oneLine }: { oneLine: boolean }): string {
  const plain = text.replaceAll(BREAKS, "\n");
  const kept = Array.from(plain)
    .filter((char) => !isHidden(char.codePointAt(0) ?? 0))
    .join("");
  return (oneLine ? kept.replaceAll(/[\n\t]+/g, " ") : kept).trim();
}

/** Whether the code point is a control character other than tab and line feed, or half of a surrogate pair. */
function isHidden(code: number): boolean {
  if (code === 0x09 || code === 0x0a) return false;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff);
}

/** Shortens a text to a beginning by which it can be recognized. */
export function shortenText(text: string): string {
  const chars = Array.from(text.replaceAll(/\s+/g, " "));
  return chars.length > SHOWN
    ? `${chars
        .slice(0, SHOWN - 1)
        .join("")
        .trimEnd()}…`
    : chars.join("");
}

type DraftFate = "nothing" | "save" | "lost";

interface Draft {
  /** The text in the field. */
  text: string;
  /** The saved value when typing began; `now` is the value that is saved at present. */
  from: string;
  now: string;
  /** Whether the row still exists and the user may change it. */
  writable: boolean;
}

/** Decides what happens to a field's text when the field is left or removed. */
export function draftFate({ text, from, now, writable }: Draft): DraftFate {
  const typed = text.trim();
  if (typed === from.trim() || typed === now.trim()) return "nothing";
  return writable ? "save" : "lost";
}
