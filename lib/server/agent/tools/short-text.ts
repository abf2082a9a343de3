/** Returns the beginning of a text with at most so many characters. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a surrogate pair at the end is removed.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Returns a name in quotation marks for use in a sentence. */
export function quoteName(name: string): string {
  return `“${shortenText(name, 80)}”`;
}

/** Returns the first sentences of a text by the rules of its language. */
export function firstSentences(
  text: string,
  language: string,
  { sentences, most }: { sentences: number; most: number },
): string {
  const [known = "en"] = Intl.Segmenter.supportedLocalesOf([language]);
  const found = [...new Intl.Segmenter(known, { granularity: "sentence" }).segment(text)];
  const begin = found.slice(0, sentences).map(({ segment }) => segment);
  return shortenText(begin.join("").trim(), most);
}
