/** The most characters of a line that can be a mere name with its address. */
const LONGEST_LINE = 120;
const MOST_IN_SENTENCE = 400;
/** Matches the end of a sentence, but not that of an abbreviation, as in “St. Mark's”. */
const END = /(?<=[\p{L}\p{N})"”’»]{3}[.!?…])\s+|(?<=[。！？])/u;

/** Whether a line is a sentence about places rather than the name of one. */
export function isProse(text: string): boolean {
  if (text.length > LONGEST_LINE || /[。！？]/.test(text)) return true;
  const isEnded = /[\p{L})"”’»]{3}[.!?…](?:\s|$)/u.test(text);
  return isEnded && text.split(" ").length >= 4;
}

/** Returns the sentences of a text in their order, without leaving anything out. */
export function sentencesOf(text: string): string[] {
  return text
    .split(END)
    .flatMap(pieces)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Cuts a long text without an end of a sentence between two words. */
function pieces(sentence: string): string[] {
  const cut: string[] = [];
  let rest = sentence;
  while (rest.length > MOST_IN_SENTENCE) {
    const space = rest.lastIndexOf(" ", MOST_IN_SENTENCE);
    const comma = Math.max(
      rest.lastIndexOf("，", MOST_IN_SENTENCE),
      rest.lastIndexOf("、", MOST_IN_SENTENCE),
    );
    const at = Math.max(space, comma) + 1 || MOST_IN_SENTENCE;
    cut.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...cut, rest];
}
