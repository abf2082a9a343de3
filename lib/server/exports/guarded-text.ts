/* Spreadsheets run a text that begins like a formula, some also with full-width signs; an apostrophe before it
   prevents that. A text that already begins with such an apostrophe gets one more, so that removing one restores
   the original text. */

const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;
const GUARDED = /^'[\s']*[=+\-@＝＋－＠]|^'+[\t\r]/;
/** Matches the beginning of a formula inside a cell, as programs find it that split at other delimiters than commas. */
const INNER = /(?<=[;\t\n])(?=[ "]*[=+\-@＝＋－＠][^;\t\n]*[(|!]|'+[ "]*[=+\-@＝＋－＠])/g;

export function guardFormula(text: string): string {
  const inner = text.replaceAll(INNER, "'");
  return FORMULA.test(text) || GUARDED.test(inner) ? `'${inner}` : inner;
}

const GUARD = /^'(?=[\s']*[=+\-@＝＋－＠]|'*[\t\r])|(?<=[;\t\n])'(?='*[ "]*[=+\-@＝＋－＠])/g;

/** Returns the text from which {@link guardFormula} was made. */
export function unguardFormula(text: string): string {
  return text.replaceAll(GUARD, "");
}
