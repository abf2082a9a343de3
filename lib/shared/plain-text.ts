/* Control characters are refused, not removed: a text is stored as the user typed it, or not at all. */
const LINE_BREAKS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const ALLOWED_IN_PARAGRAPHS = new Set([0x09, 0x0a]);

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** Whether every code unit is allowed; halves of a surrogate pair always are. */
function isMadeOf(text: string, isAllowed: (code: number) => boolean): boolean {
  for (let at = 0; at < text.length; at++) if (!isAllowed(text.charCodeAt(at))) return false;
  return true;
}

export function isOneLine(text: string): boolean {
  return isMadeOf(text, (code) => !isControl(code) && !LINE_BREAKS.has(code));
}

/**
 * Matches a text of characters that show nothing of their own; between other characters they may join an emoji or
 * choose its look. They are the characters that Unicode calls ignorable, blank braille, a note head that is not drawn,
 * and the marks of annotations.
 */
const SHOWS_NOTHING =
  /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800\u{1d159}\ufff9-\ufffb]*$/u;

/** Whether a text has no visible character, such as a text of zero-width spaces. */
export function isInvisibleText(text: string): boolean {
  return SHOWS_NOTHING.test(text);
}

export function isPlainText(text: string): boolean {
  return isMadeOf(text, (code) => !isControl(code) || ALLOWED_IN_PARAGRAPHS.has(code));
}
