import type { OpeningHours } from "#lib/shared/opening-hours.ts";

/** As the plan's weeks begin. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

interface Span {
  opens: string;
  closes: string;
}

/** Weekdays in a row with the same hours. */
export interface HoursRun {
  first: Weekday;
  last: Weekday;
  spans: readonly Span[];
}

/** Opening hours as one says them: Monday to Friday like this, Saturday like that; closed days are left out. */
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

/** Any Monday; its week names the weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);

/** "Mon", 周一; or in full. */
export function weekdayName(day: Weekday, locale: string, style: "short" | "long" = "short"): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: "UTC" });
  return format.format(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000);
}
