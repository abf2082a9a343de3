/** The beginning of a text, in about so many characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not through the middle of a character.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A name inside a sentence. */
export function quoted(name: string): string {
  return `“${shortened(name, 80)}”`;
}

/** The first sentences of a text, by the rules of its language. */
export function firstSentences(
  text: string,
  language: string,
  { sentences, most }: { sentences: number; most: number },
): string {
  const [known = "en"] = Intl.Segmenter.supportedLocalesOf([language]);
  const found = [...new Intl.Segmenter(known, { granularity: "sentence" }).segment(text)];
  const begin = found.slice(0, sentences).map(({ segment }) => segment);
  return shortened(begin.join("").trim(), most);
}
