const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ς: "σ",
  ة: "ه",
  ى: "ي",
  ی: "ي",
  ک: "ك",
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
/** Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs and the stretched line of Arabic. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const APOSTROPHES = /['’‘ʼʻʹ`´]/g;
const HIRAGANA = /[\u3041-\u3096]/g;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Folds a name for comparisons: without case, accents, punctuation and differences of width, kana as katakana, Hangul
 * as its letters, so that a syllable which is still being typed already matches. Folding the end of a name gives the
 * end of its fold.
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) {
    return lower
      .replaceAll(/['`]/g, "")
      .replaceAll(/[^a-z0-9]+/g, " ")
      .trim();
  }
  return lower
    .replaceAll(APOSTROPHES, "")
    .normalize("NFKD")
    .replaceAll(MARKS, "")
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
}
