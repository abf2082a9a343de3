import { WebUrl } from "#lib/shared/fields.ts";
import { showsNothing } from "#lib/shared/plain-text.ts";
import { keepingDirection } from "#lib/shared/text-direction.ts";

/** A text of a file as a stop may hold it, and how long it was where that is more than fits. */
export interface Cleaned {
  text: string;
  /** In characters; null: nothing was cut. */
  cutFrom: number | null;
}

/** Spaces are looked at no further than they can matter. */
const LOOKED_AT = 8;

/**
 * At most `length` characters without line breaks, control characters and what would turn the text around it; `isExact`: with
 * its spaces as they are. Empty where nothing of it can be seen.
 */
export function oneLine(text: string, length: number, isExact = false): Cleaned {
  const start = keepingDirection(text.slice(0, LOOKED_AT * length).toWellFormed());
  const plain = start.replaceAll(isExact ? /[\p{Cc}\u2028\u2029]+/gu : /[\p{Cc}\s]+/gu, " ").trim();
  const line = cut(plain, text, length);
  // A cut may part the two ends of an isolate.
  const kept = keepingDirection(line.text).trim();
  return showsNothing(kept) ? { text: "", cutFrom: null } : { ...line, text: kept };
}

/** With its line breaks, at most `length` characters; `isExact`: with its empty lines as they are. */
export function paragraphs(text: string, length: number, isExact = false): Cleaned {
  const plain = text
    .slice(0, LOOKED_AT * length)
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .replaceAll(isExact ? /$^/g : /\n{3,}/g, "\n\n")
    .trim();
  return cut(plain, text, length);
}

/** Characters are code points, none of which is more than two of JavaScript's. */
function cut(plain: string, whole: string, length: number): Cleaned {
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

/** As much of a text as a notice repeats. */
export function shortened(text: string): string {
  return oneLine(text, 120).text;
}
