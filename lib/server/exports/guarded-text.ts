/*
 * Spreadsheets run a text that begins like a formula, some in full-width signs, too; an apostrophe before it keeps them from
 * it. One that looks guarded already gets one more, so that a text comes back as it was, quotes and all.
 */

const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;
const GUARDED = /^'[\s']*[=+\-@＝＋－＠]|^'+[\t\r]/;
/** Where programs that split at other signs, as those of many countries do, would find a formula inside one of our cells. */
const INNER = /(?<=[;\t\n])(?=[ "]*[=+\-@＝＋－＠][^;\t\n]*[(|!]|'+[ "]*[=+\-@＝＋－＠])/g;

export function guardedText(text: string): string {
  const inner = text.replaceAll(INNER, "'");
  return FORMULA.test(text) || GUARDED.test(inner) ? `'${inner}` : inner;
}

const GUARD = /^'(?=[\s']*[=+\-@＝＋－＠]|'*[\t\r])|(?<=[;\t\n])'(?='*[ "]*[=+\-@＝＋－＠])/g;

/** Returns the text from which {@link guardedText} was made. */
export function unguardedText(text: string): string {
  return text.replaceAll(GUARD, "");
}
