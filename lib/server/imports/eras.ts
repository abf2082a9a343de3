/** The year before the first one of each era; a letter stands for an era of Japan. */
const BEFORE_FIRST: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(?:令和|r)$/i, 2018],
  [/^(?:平成|h)$/i, 1988],
  [/^(?:昭和|s)$/i, 1925],
  [/^(?:中[华華])?民[国國]$/, 1911],
];

/** The first year of an era has a word of its own. */
const IN_ERA = /^(令和|平成|昭和|(?:中[华華])?民[国國]|[rhs](?=\d)) ?(元|\d{1,3}) ?([年./-])/i;

/** A date that counts its years from the beginning of an era, with the year of the common calendar in front. */
export function withYearOfCalendar(text: string): string {
  return text.replace(IN_ERA, (all, era: string, year: string, sign: string) => {
    const [, before] = BEFORE_FIRST.find(([name]) => name.test(era)) ?? [];
    return before === undefined ? all : `${before + (year === "元" ? 1 : Number(year))}${sign}`;
  });
}
