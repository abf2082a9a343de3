"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { cx } from "#app/_ui/cx.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { endsNextDay } from "../_model/plan/plan-model.ts";
import { zoneName } from "../_model/wall-time.ts";

type StopTimeProps = { stop: StopDto; dayZone: string; edited: boolean };

const small = "block text-xs leading-4.5 text-text-3 phone:text-sm phone:leading-4.75";

/**
 * The start and end of a stop, or "Any" without times. The stop's own time zone is named; the day's is in the
 * heading.
 */
export function StopTime({ stop, dayZone, edited }: StopTimeProps) {
  const t = useTranslations("trip");
  const { locale } = useFormats();
  const zone = stop.timezone !== null && stop.timezone !== dayZone ? stop.timezone : null;
  return (
    <div
      className={cx(
        "relative",
        edited &&
          "after:absolute after:-inset-x-1.75 after:-inset-y-0.5 after:rounded-[5px] after:border-[1.5px] after:border-(--who)",
      )}
    >
      {stop.startTime ? (
        <span className="block text-sm font-medium phone:text-md phone:leading-5.5">{stop.startTime}</span>
      ) : (
        <span className={cx(small, "leading-5 phone:leading-5.5")}>{t("anyTime")}</span>
      )}
      {stop.endTime ? (
        <span className={small}>
          {stop.endTime}
          {endsNextDay(stop) ? <sup title={t("nextDay")}>+1</sup> : null}
        </span>
      ) : null}
      {zone && stop.startTime ? (
        <span suppressHydrationWarning className={cx(small, "truncate")}>
          {zoneName(zone, intlLocales[locale])}
        </span>
      ) : null}
    </div>
  );
}
