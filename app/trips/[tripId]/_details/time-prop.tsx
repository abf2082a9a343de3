"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { endsNextDay } from "../_model/plan/plan-model.ts";
import { startTimePatch } from "./start-patch.ts";
import { wallClock, wallInstant } from "#lib/shared/wall-clock.ts";
import { isSameWallTime, zoneName } from "../_model/wall-time.ts";
import { PropRow } from "../_base/fields/prop-row.tsx";
import { InvalidInputNote } from "../_base/fields/text-prop.tsx";
import { TimeInput, useTypedTime } from "../_base/fields/time-input.tsx";
import { useStopField } from "../_base/fields/use-stop-field.ts";

/** The stop's start and end in its own time zone, and the reader's time if that differs. */
export function TimeProp({ stop, readOnly }: { stop: StopDto; readOnly: boolean }) {
  const t = useTranslations("trip-details");
  const note = useZoneNote(stop);
  if (readOnly) {
    const times = [stop.startTime, stop.endTime].filter(Boolean).join(" – ");
    return (
      <PropRow label={t("time")}>
        <span>{times || t("anyTime")}</span>
        {note ? <span className="text-xs text-text-3">{note}</span> : null}
      </PropRow>
    );
  }
  return <TimeRange stop={stop} note={note} />;
}

/** Renders the fields for start and end, which share one error message. */
function TimeRange({ stop, note }: { stop: StopDto; note: string | null }) {
  const t = useTranslations("trip-details");
  const wrongId = useId();
  const start = useTimeField(stop, "startTime");
  const end = useTimeField(stop, "endTime");
  const wrong = start.wrong ?? end.wrong;
  const shared = { placeholderClass: "w-20 phone:w-24", wrongId };
  const hasEnd = stop.startTime !== null || stop.endTime !== null || end.dirty;
  return (
    <PropRow
      label={t("time")}
      note={wrong === null ? undefined : <InvalidInputNote id={wrongId}>{wrong}</InvalidInputNote>}
    >
      <span className="flex items-center gap-1">
        <TimeInput typed={start} label={t("startTime")} placeholder={t("anyTime")} {...shared} />
        {hasEnd ? (
          <>
            <span className="text-text-3">–</span>
            <TimeInput typed={end} label={t("endTime")} placeholder={t("noEnd")} {...shared} />
            {endsNextDay(stop) ? <span className="text-xs text-text-3">{t("nextDay")}</span> : null}
          </>
        ) : null}
      </span>
      {note ? <span className="text-xs text-text-3">{note}</span> : null}
    </PropRow>
  );
}

function useTimeField(stop: StopDto, field: "startTime" | "endTime") {
  const { save, presence } = useStopField(stop, field);
  return useTypedTime({
    of: stop.id,
    value: stop[field] ?? "",
    presence,
    onSave: (time, baseSeq) =>
      save(field === "endTime" ? { endTime: time } : startTimePatch(stop, time), baseSeq),
  });
}

/** Returns a note such as "Japan Time, 00:30 for you". */
function useZoneNote(stop: StopDto): string | null {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const tripZone = useTrip((trip) => trip.timezone);
  const { days } = usePlan();
  const day = days.find(({ id }) => id === stop.dayId);
  const zone = stop.timezone ?? day?.timezone ?? tripZone;
  const date = day?.date ?? formats.today();
  const at = wallInstant({ date, time: stop.startTime ?? "12:00" }, zone);
  if (isSameWallTime(zone, formats.zone, at)) return null;
  const name = zoneName(zone, intlLocales[formats.locale]);
  if (!stop.startTime || !day) return name;
  const mine = wallClock(at, formats.zone);
  if (mine.date === day.date) return t("zoneNote", { zone: name, time: mine.time });
  return t("zoneNoteDay", { zone: name, time: mine.time, day: formats.weekday(mine.date) });
}
