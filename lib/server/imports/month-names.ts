/** The languages in which month names are recognised. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv"] as const;

let known: ReadonlyMap<string, number> | undefined;

/**
 * Returns the number of a month, from 1, for its full or short name in one of several languages; null for any other
 * word.
 */
export function monthOfName(word: string): number | null {
  known ??= monthNames();
  return known.get(folded(word)) ?? null;
}

function monthNames(): Map<string, number> {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const names = LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).flatMap((width) => {
      // The day is formatted, too, because some languages have another form of the month's name beside a day.
      const format = new Intl.DateTimeFormat(language, { month: width, day: "numeric", timeZone: "UTC" });
      return months.map((month) => [wordOf(format, month), month] as const);
    }),
  );
  // Where languages share a word, such as “mar”, they mean the same month. The reversed order makes the first language
  // win.
  return new Map([...names.toReversed(), ["sept", 9]]);
}

function wordOf(format: Intl.DateTimeFormat, month: number): string {
  const parts = format.formatToParts(Date.UTC(2027, month - 1, 1));
  return folded(parts.find(({ type }) => type === "month")?.value ?? "");
}

function folded(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace(/\.$/, "");
}
