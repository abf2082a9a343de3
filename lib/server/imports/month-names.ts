/** Of programs and people whose tables are read. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv"] as const;

let known: ReadonlyMap<string, number> | undefined;

/** The month, from 1, that a word means in one of several languages, written out or short; null: it is none. */
export function monthOfName(word: string): number | null {
  known ??= monthNames();
  return known.get(folded(word)) ?? null;
}

function monthNames(): Map<string, number> {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const names = LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).flatMap((width) => {
      // With a day beside it, a month has the form that it has in dates.
      const format = new Intl.DateTimeFormat(language, { month: width, day: "numeric", timeZone: "UTC" });
      return months.map((month) => [wordOf(format, month), month] as const);
    }),
  );
  // Languages agree on what they share, such as “mar”; the first would win.
  return new Map([...names.toReversed(), ["sept", 9]]);
}

function wordOf(format: Intl.DateTimeFormat, month: number): string {
  const parts = format.formatToParts(Date.UTC(2027, month - 1, 1));
  return folded(parts.find(({ type }) => type === "month")?.value ?? "");
}

function folded(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace(/\.$/, "");
}
