/** The scores of a word of the query that fits a word of the text; every word of the query has to fit somewhere. */
const FIT = { whole: 100, start: 80, inside: 50, typo: 30 } as const;
/** The minimum length of a word that may have a typing error; shorter words are too easily mistaken. */
const TYPO_LENGTH = 4;
/** The weight in the score of a match in the texts beside the title; a match in the title itself counts fully. */
const BESIDE = 0.6;

/** Returns how well an item fits the query by its title and its other texts; 0: not at all. */
export function matchScore(query: string, title: string, beside = ""): number {
  const words = wordsOf(query);
  if (words.length === 0) return 0;
  const texts = [fold(title), fold(beside)] as const;
  let sum = 0;
  for (const word of words) {
    const best = Math.max(fitOf(word, texts[0]), BESIDE * fitOf(word, texts[1]));
    if (best === 0) return 0;
    sum += best;
  }
  return sum / words.length;
}

function fitOf(word: string, text: string): number {
  let best: number = isTelling(word) && text.includes(word) ? FIT.inside : 0;
  for (const token of wordsOf(text)) {
    if (token === word) return FIT.whole;
    if (token.startsWith(word)) best = FIT.start;
    else if (best === 0 && isNear(word, token)) best = FIT.typo;
  }
  return best;
}

/**
 * Whether a word is found inside other words: one or two Latin letters are not, because they occur everywhere; a
 * Chinese character is.
 */
function isTelling(word: string): boolean {
  return word.length > 2 || /[^\p{Script=Latin}\d]/u.test(word);
}

/**
 * Whether a word is the beginning of another except for one letter: wrong, missing, superfluous, or two in the wrong
 * order.
 */
function isNear(word: string, token: string): boolean {
  // A word with another first letter is another word.
  if (word.length < TYPO_LENGTH || word[0] !== token[0]) return false;
  return [-1, 0, 1].some((more) => isOneOff(word, token.slice(0, word.length + more)));
}

function isOneOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[\s\p{P}]+/u)
    .filter(Boolean);
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
