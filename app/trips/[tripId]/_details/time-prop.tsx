"use client";

import { useTranslations } from "next-intl";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { cx } from "#app/_ui/cx.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePlan } from "../_plan/plan-data.tsx";
import { endsNextDay } from "../_plan/plan-model.ts";
import { parseTypedTime } from "../_plan/typed-time.ts";
import { startPatch } from "./start-patch.ts";
import { sameClock, wallClock, wallInstant, zoneName } from "../_plan/wall-time.ts";
import { useDraft } from "../_shell/use-draft.ts";
import { bareInput, PropRow } from "./prop-row.tsx";
import { useStopField } from "./use-stop-field.ts";

/** From when to when, in the stop's own zone, with the reader's clock beside it when that differs. */
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
  return (
    <PropRow label={t("time")}>
      <span className="flex items-center gap-1">
        <TimeInput stop={stop} field="startTime" label={t("startTime")} placeholder={t("anyTime")} />
        {stop.startTime || stop.endTime ? (
          <>
            <span className="text-text-3">–</span>
            <TimeInput stop={stop} field="endTime" label={t("endTime")} placeholder={t("noEnd")} />
            {endsNextDay(stop) ? <span className="text-xs text-text-3">{t("nextDay")}</span> : null}
          </>
        ) : null}
      </span>
      {note ? <span className="text-xs text-text-3">{note}</span> : null}
    </PropRow>
  );
}

type TimeInputProps = { stop: StopDto; field: "startTime" | "endTime"; label: string; placeholder: string };

/** Typed as one likes: "930", "9.30", "9pm". */
function TimeInput({ stop, field, label, placeholder }: TimeInputProps) {
  const { save, presence } = useStopField(stop, field);
  const value = stop[field] ?? "";
  const draft = useDraft({
    value,
    save(text, baseSeq) {
      const time = text === "" ? null : parseTypedTime(text);
      if (text !== "" && time === null) return;
      save(field === "endTime" ? { endTime: time } : startPatch(stop, time), baseSeq);
    },
    ...presence,
  });
  return (
    <input
      {...draft.field}
      aria-label={label}
      placeholder={placeholder}
      inputMode="numeric"
      maxLength={8}
      autoComplete="off"
      className={cx(bareInput, value || draft.dirty ? "w-13 phone:w-15" : "w-20 phone:w-24")}
    />
  );
}

/** "Japan Time, 00:30 for you". */
function useZoneNote(stop: StopDto): string | null {
  const t = useTranslations("trip-details");
  const formats = useFormats();
  const tripZone = useTrip((trip) => trip.timezone);
  const { days } = usePlan();
  const day = days.find(({ id }) => id === stop.dayId);
  const zone = stop.timezone ?? day?.timezone ?? tripZone;
  const date = day?.date ?? formats.today();
  const at = wallInstant({ date, time: stop.startTime ?? "12:00" }, zone);
  if (sameClock(zone, formats.zone, at)) return null;
  const name = zoneName(zone, intlLocales[formats.locale]);
  if (!stop.startTime || !day) return name;
  const mine = wallClock(at, formats.zone);
  if (mine.date === day.date) return t("zoneNote", { zone: name, time: mine.time });
  return t("zoneNoteDay", { zone: name, time: mine.time, day: formats.weekday(mine.date) });
}
