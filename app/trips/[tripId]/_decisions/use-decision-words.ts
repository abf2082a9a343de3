"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { usePlan } from "../_base/plan-data.tsx";

const WEEK_MS = 7 * 86_400_000;

/** Returns functions that describe a decision: its deadline, and the day that the winner moves to. */
export function useDecisionWords() {
  const t = useTranslations("trip-decisions");
  const formats = useFormats();
  const { days } = usePlan();
  const now = useClock();

  /** Formats an instant in the reader's time zone, for example "Fri 13 Nov, 20:00". */
  function moment(instant: string): string {
    const date = formats.day(dateInZone(new Date(instant), formats.zone), { weekday: true });
    const time = formats.instant(instant).slice(-5);
    return formats.locale === "zh" ? `${date} ${time}` : `${date}, ${time}`;
  }

  /** Describes the deadline, with the remaining time if it is near. */
  function until({ deadline, status }: DecisionDto): string {
    if (deadline === null) return t("noDeadline");
    if (status === "tied") return t("ended", { at: moment(deadline) });
    if (Date.parse(deadline) <= now) return t("counting");
    const ends = t("ends", { at: moment(deadline) });
    // From a week on, the remaining time is left out, because it would only repeat the date.
    return Date.parse(deadline) - now < WEEK_MS ? `${ends} · ${formats.ago(deadline, now)}` : ends;
  }

  /** Formats a day of the trip; null for Ideas and for a day that does not exist. */
  function day(dayId: string | null): string | null {
    const date = days.find(({ id }) => id === dayId)?.date;
    return date === undefined ? null : formats.day(date, { weekday: true });
  }

  function target({ dayId }: DecisionDto): string {
    const name = day(dayId);
    return name === null ? t("winnerStays") : t("winnerTo", { day: name });
  }

  return { until, target, day };
}
