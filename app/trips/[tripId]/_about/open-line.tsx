"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { openState } from "#lib/shared/open-state.ts";
import type { OpenSpan } from "#lib/shared/place-about.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useHoursOf } from "../_base/legs/plan-facts.ts";
import { useStopAbout } from "./use-stop-about.ts";

/**
 * Says whether a stop's place is open at the planned time, with its hours on that day; typed hours take precedence.
 */
export default function OpenLine({ stop }: { stop: StopDto }) {
  const date = useTrip(({ days }) => days.find(({ id }) => id === stop.dayId)?.date ?? null);
  return date === null ? null : <OpenOn stop={stop} date={date} />;
}

function OpenOn({ stop, date }: { stop: StopDto; date: string }) {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const hoursOf = useHoursOf();
  const hours = useStopAbout(stop)?.facts?.hours;
  const { startTime } = stop;
  const state = openState(hoursOf(stop, date) ?? hours?.days ?? [], date, startTime);
  if (!state) return null;
  const spans = state.spans.map(spanText).join(t("hours.and"));
  const isClosed = state.isOpen === false;
  const said = isClosed
    ? t("about.closed", {
        day: formats.day(date, { weekday: true }),
        hasTime: String(spans !== ""),
        time: startTime ?? "",
      })
    : t("about.open", { hasTime: String(startTime !== null) });
  return (
    <p className="m-0 px-4 pt-1 text-sm text-text-2">
      <span className={isClosed ? "font-medium text-warning" : "font-medium text-success"}>{said}</span>
      {spans === "" ? null : ` · ${spans}`}
      {stop.hours === null && hours?.isWithoutHolidays ? (
        <span className="text-text-3"> · {t("about.holidays")}</span>
      ) : null}
    </p>
  );
}

function spanText({ opens, closes, note }: OpenSpan): string {
  return [`${opens}–${closes}`, note].filter(Boolean).join(", ");
}
