/* Control characters are refused, not stripped: what a person typed is stored as typed or not at all. */
const LINE_BREAKS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const ALLOWED_IN_PARAGRAPHS = new Set([0x09, 0x0a]);

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** Whether each code unit is let through; halves of a pair always are. */
function isMadeOf(text: string, isAllowed: (code: number) => boolean): boolean {
  for (let at = 0; at < text.length; at++) if (!isAllowed(text.charCodeAt(at))) return false;
  return true;
}

export function isOneLine(text: string): boolean {
  return isMadeOf(text, (code) => !isControl(code) && !LINE_BREAKS.has(code));
}

/**
 * Shows nothing of its own; between other characters it may join an emoji or pick its look. Beside what Unicode calls
 * ignorable: blank braille, a note head that is not drawn, and the marks of annotations.
 */
const SHOWS_NOTHING =
  /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800\u{1d159}\ufff9-\ufffb]*$/u;

/** Whether a text has nothing that can be seen, such as one of spaces of no width. */
export function showsNothing(text: string): boolean {
  return SHOWS_NOTHING.test(text);
}

export function isPlainText(text: string): boolean {
  return isMadeOf(text, (code) => !isControl(code) || ALLOWED_IN_PARAGRAPHS.has(code));
}
