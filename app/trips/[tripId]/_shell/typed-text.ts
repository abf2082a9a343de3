const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const SHOWN = 40;

/**
 * Typed or pasted text as the service takes it: Word's and the web's other line breaks become plain ones (spaces in one
 * line), and signs that nobody can see, as halves of emoji, are left out. Refusing those would be a riddle.
 */
export function cleanText(text: string, { oneLine }: { oneLine: boolean }): string {
  const plain = text.replaceAll(BREAKS, "\n");
  const kept = Array.from(plain)
    .filter((char) => !isHidden(char.codePointAt(0) ?? 0))
    .join("");
  return (oneLine ? kept.replaceAll(/[\n\t]+/g, " ") : kept).trim();
}

/** Control characters but tab and line feed, and halves of a pair. */
function isHidden(code: number): boolean {
  if (code === 0x09 || code === 0x0a) return false;
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff);
}

/** Enough of a text to know it again. */
export function beginning(text: string): string {
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
  /** What stands in the field. */
  text: string;
  /** What stood there when typing began, and what is saved now. */
  from: string;
  now: string;
  /** Whether what it belongs to is still there and may be changed. */
  writable: boolean;
}

/** What becomes of a field's text when the field is left or goes away. */
export function draftFate({ text, from, now, writable }: Draft): DraftFate {
  const typed = text.trim();
  if (typed === from.trim() || typed === now.trim()) return "nothing";
  return writable ? "save" : "lost";
}
