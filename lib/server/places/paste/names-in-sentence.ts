import { foldText } from "#lib/shared/fold.ts";

const LONGEST_NAME = 60;
const QUOTED = /[“„"«《「『‹]([^“”„"«»《》「」『』‹›\n]{2,60})[”"»》」』›]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu;
/** Words in lower case that may be inside a name. */
const LINKING = new Set(
  "de du des la le les l' d' of the and et & di del della dei van der den von am an im zu y e los las el à au aux sur sous en st saint".split(
    " ",
  ),
);
/** Words that begin a sentence with a capital letter and belong to no name. */
const OPENING = new Set(
  (
    "the a an we i you they he she it our my your this that then there here after before if when while from to in on at and or but for with also " +
    "visit see walk go take start end stop lunch dinner breakfast day morning afternoon evening night today tomorrow next first finally later " +
    "le la les un une des nous vous je il elle ils on puis ensuite après avant le matin soir midi visite dîner déjeuner dans au aux à et ou mais pour avec " +
    "der die das ein eine wir ich sie dann danach nach vor im am mit und oder " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december"
  ).split(" "),
);

/** Words between the names in a Chinese sentence. */
const CHINESE_BETWEEN =
  /上午|下午|中午|早上|晚上|傍晚|第[一二三四五六七八九十\d]+[天日]|然后|接着|之后|最后|前往|游览|參觀|参观|出发|回到|到达|抵达|可以|我们|大家|午餐|晚餐|早餐|附近|以及|步行|坐车|打车|去|到|在|从|從|再|和|与|與|及|跟|逛|吃|坐|乘|往/u;
const HIRAGANA = /[\u3041-\u3096]+/u;
const KOREAN_ENDS = /(?:에서|으로|까지|부터|에|을|를|은|는|이|가|와|과|로|의|도)$/u;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+/gu;
const MOST_SIGNS = 20;

/**
 * Returns the possible names in a sentence: text in quotation marks, consecutive words with capital letters, and, in
 * scripts without capital letters, the text between common words. Each comes with shorter names that it may contain.
 */
export function namesInSentence(sentence: string): string[][] {
  const quoted = [...sentence.matchAll(QUOTED)].map(([, name = ""]) => [name.trim()]);
  return [...quoted, ...capitalised(sentence), ...wide(sentence)].filter(([name = ""]) => name !== "");
}

interface Word {
  text: string;
  at: number;
}

function capitalised(sentence: string): string[][] {
  const phrases: Word[][] = [];
  let phrase: Word[] = [];
  for (const match of sentence.matchAll(WORD)) {
    const word = { text: match[0], at: match.index };
    if (WIDE_SIGN.test(word.text)) continue;
    const last = phrase.at(-1);
    const isNext = last && /^ ?$|^ & $/.test(sentence.slice(last.at + last.text.length, word.at));
    if (!isNext) {
      phrases.push(phrase);
      phrase = [];
    }
    if (isCapital(word.text) || (phrase.length > 0 && isLinking(word.text))) phrase.push(word);
    else {
      phrases.push(phrase);
      phrase = [];
    }
  }
  return [...phrases, phrase].map(trimmed).flatMap((words) => (words.length > 0 ? [shorterOf(words)] : []));
}
const WIDE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function isCapital(word: string): boolean {
  return /^(?:\p{Lu}|[ld]['’]\p{Lu}|\p{N}+\p{Lu})/u.test(word);
}

function isLinking(word: string): boolean {
  return LINKING.has(word.toLowerCase());
}

/** Removes words at both ends that belong to no name. */
function trimmed(words: readonly Word[]): string[] {
  const texts = words.map(({ text }) => text.replace(/(?:['’]s)?[.'’-]{0,3}$/u, ""));
  const first = texts.findIndex((text) => !OPENING.has(text.toLowerCase()));
  const last = texts.findLastIndex((text) => !isLinking(text));
  return first === -1 ? [] : texts.slice(first, last + 1);
}

/** Returns the whole name, its parts on both sides of “and”, and the name without its first word. */
function shorterOf(words: readonly string[]): string[] {
  const whole = words.join(" ");
  const parts = whole.split(/ (?:and|et|und|y|e|&) /u);
  const rest = words.length > 1 ? words.slice(1).join(" ") : "";
  const names = [whole, ...(parts.length > 1 ? parts : []), rest];
  return [...new Set(names)].filter((name) => name.length >= 3 && name.length <= LONGEST_NAME);
}

function wide(sentence: string): string[][] {
  return [...sentence.matchAll(WIDE)].flatMap(([run]) => {
    if (/\p{Script=Hangul}/u.test(run)) return [[run, run.replace(KOREAN_ENDS, "")]];
    const isJapanese = HIRAGANA.test(run);
    const between = isJapanese ? HIRAGANA : CHINESE_BETWEEN;
    const pieces = run.split(between).filter((piece) => piece.length >= 2);
    const whole = run.length <= MOST_SIGNS && pieces.join("") !== run ? [run] : [];
    const shorter = isJapanese ? [] : pieces.flatMap(shorterPieces);
    const names = [...new Set([...whole, ...pieces, ...shorter])].filter((name) => name.length >= 2);
    return names.length === 0 ? [] : [names];
  });
}

/** Whether a text contains a name as whole words, regardless of case and accents. */
export function holdsName(foldedText: string, name: string): boolean {
  const folded = foldText(name);
  if (WIDE_SIGN.test(name)) return Array.from(name).length >= 2 && foldedText.includes(folded);
  return folded.length >= 3 && ` ${foldedText} `.includes(` ${folded} `);
}

const WORDS = new Intl.Segmenter("zh", { granularity: "word" });

/** Returns the piece without its last word, and without its first. For example, “上野公园散步” is a walk in a park. */
function shorterPieces(piece: string): string[] {
  if (piece.length < 4) return [];
  const words = [...WORDS.segment(piece)].map(({ segment }) => segment);
  const shorter = [words.slice(0, -1).join(""), words.slice(1).join("")];
  return shorter.filter((name) => name.length >= 3);
}
