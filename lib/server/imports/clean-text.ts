import { WebUrl } from "#lib/shared/fields.ts";
import { isInvisibleText } from "#lib/shared/plain-text.ts";
import { removeDirectionOverrides } from "#lib/shared/text-direction.ts";

/** A text of a file in the form that a stop can store, with its full length when it was too long. */
export interface CleanedText {
  text: string;
  /** The length of the whole text in characters; null: nothing was cut. */
  cutFrom: number | null;
}

/** How many times the allowed length of a text is examined at most; white space may make the text longer. */
const LOOKED_AT = 8;

/**
 * Returns at most `length` characters without line breaks, control characters and characters that would change the
 * direction of the text around it. `isExact` keeps the spaces as they are. The text is empty when nothing of it is
 * visible.
 */
export function cleanLine(text: string, length: number, isExact = false): CleanedText {
  const start = removeDirectionOverrides(text.slice(0, LOOKED_AT * length).toWellFormed());
  const plain = start.replaceAll(isExact ? /[\p{Cc}\u2028\u2029]+/gu : /[\p{Cc}\s]+/gu, " ").trim();
  const line = cut(plain, text, length);
  // Cutting may separate the start of a bidirectional isolate from its end, so the direction is repaired again.
  const kept = removeDirectionOverrides(line.text).trim();
  return isInvisibleText(kept) ? { text: "", cutFrom: null } : { ...line, text: kept };
}

/** Returns at most `length` characters with their line breaks. `isExact` keeps several empty lines in a row. */
export function cleanParagraphs(text: string, length: number, isExact = false): CleanedText {
  const plain = text
    .slice(0, LOOKED_AT * length)
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .replaceAll(isExact ? /$^/g : /\n{3,}/g, "\n\n")
    .trim();
  return cut(plain, text, length);
}

/** Cuts at `length` code points; a code point is at most two UTF-16 units long. */
function cut(plain: string, whole: string, length: number): CleanedText {
  const characters = Array.from(plain.slice(0, 2 * length + 1));
  const text = characters.slice(0, length).join("").trim();
  const isPartlySeen = whole.length > LOOKED_AT * length && whole.slice(LOOKED_AT * length).trim() !== "";
  const isCut = characters.length > length || plain.length > 2 * length + 1 || isPartlySeen;
  return { text, cutFrom: isCut ? whole.length : null };
}

export function webUrl(text: string): string | null {
  const parsed = WebUrl.safeParse(text);
  return parsed.success ? parsed.data : null;
}

/** Returns the part of a text that a notice repeats. */
export function shortenForNotice(text: string): string {
  return cleanLine(text, 120).text;
}
