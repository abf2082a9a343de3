import type { OpeningHours } from "#lib/shared/opening-hours.ts";

/** The weekdays in the order in which weeks begin in the plan. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

interface Span {
  opens: string;
  closes: string;
}

/** Consecutive weekdays with the same hours. */
export interface HoursRun {
  first: Weekday;
  last: Weekday;
  spans: readonly Span[];
}

/** Groups opening hours into runs of weekdays with the same hours; closed days are left out. */
export function hoursRuns(hours: OpeningHours): HoursRun[] {
  const runs: HoursRun[] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    const spans = hours[day] ?? [];
    const run = runs.at(-1);
    const isNext = run !== undefined && run.last === WEEKDAYS[index - 1];
    if (spans.length === 0) continue;
    if (run && isNext && sameSpans(run.spans, spans)) run.last = day;
    else runs.push({ first: day, last: day, spans });
  }
  return runs;
}

function sameSpans(a: readonly Span[], b: readonly Span[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ opens, closes }, index) => opens === b[index]?.opens && closes === b[index].closes)
  );
}

/** An arbitrary Monday, whose week serves to format the names of the weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Returns the name of a weekday, "Mon" or 周一, or the full name. */
export function weekdayName(day: Weekday, locale: string, style: "short" | "long" = "short"): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
  return format.format(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000);
}
