/* Control characters are refused, not stripped: what a person typed is stored as typed or not at all. */
const LINE_BREAKS = new Set([0x0a, 0x0d, 0x2028, 0x2029]);
const ALLOWED_IN_PARAGRAPHS = new Set([0x09, 0x0a]);

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

function codesOf(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

export function isOneLine(text: string): boolean {
  return codesOf(text).every((code) => !isControl(code) && !LINE_BREAKS.has(code));
}

export function isPlainText(text: string): boolean {
  return codesOf(text).every((code) => !isControl(code) || ALLOWED_IN_PARAGRAPHS.has(code));
}
