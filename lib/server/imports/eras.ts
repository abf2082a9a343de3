/** For each era, the year before its first year. A single letter stands for a Japanese era. */
const BEFORE_FIRST: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(?:令和|r)$/i, 2018],
  [/^(?:平成|h)$/i, 1988],
  [/^(?:昭和|s)$/i, 1925],
  [/^(?:中[华華])?民[国國]$/, 1911],
];

/** Matches a year of an era; the first year of an era is written as 元 instead of a number. */
const IN_ERA = /^(令和|平成|昭和|(?:中[华華])?民[国國]|[rhs](?=\d)) ?(元|\d{1,3}) ?([年./-])/i;

/** Replaces the year of an era at the start of a date by the year of the Gregorian calendar. */
export function withGregorianYear(text: string): string {
  return text.replace(IN_ERA, (all, era: string, year: string, sign: string) => {
    const [, before] = BEFORE_FIRST.find(([name]) => name.test(era)) ?? [];
    return before === undefined ? all : `${before + (year === "元" ? 1 : Number(year))}${sign}`;
  });
}
