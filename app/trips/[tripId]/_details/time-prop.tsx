"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
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
import { WrongNote } from "./text-prop.tsx";
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
  return <TimeRange stop={stop} note={note} />;
}

/** One line says what is wrong with either time. */
function TimeRange({ stop, note }: { stop: StopDto; note: string | null }) {
  const t = useTranslations("trip-details");
  const wrongId = useId();
  const start = useTimeField(stop, "startTime");
  const end = useTimeField(stop, "endTime");
  const wrong = start.wrong ?? end.wrong;
  const hasEnd = stop.startTime !== null || stop.endTime !== null || end.dirty;
  return (
    <PropRow
      label={t("time")}
      note={wrong === null ? undefined : <WrongNote id={wrongId}>{wrong}</WrongNote>}
    >
      <span className="flex items-center gap-1">
        <TimeInput field={start} label={t("startTime")} placeholder={t("anyTime")} wrongId={wrongId} />
        {hasEnd ? (
          <>
            <span className="text-text-3">–</span>
            <TimeInput field={end} label={t("endTime")} placeholder={t("noEnd")} wrongId={wrongId} />
            {endsNextDay(stop) ? <span className="text-xs text-text-3">{t("nextDay")}</span> : null}
          </>
        ) : null}
      </span>
      {note ? <span className="text-xs text-text-3">{note}</span> : null}
    </PropRow>
  );
}

/** Typed as one likes: "930", "9:30", "9pm". */
function useTimeField(stop: StopDto, field: "startTime" | "endTime") {
  const t = useTranslations("trip-details");
  const { save, presence } = useStopField(stop, field);
  return useDraft({
    of: stop.id,
    value: stop[field] ?? "",
    save(text, baseSeq) {
      const time = text === "" ? null : parseTypedTime(text);
      if (text !== "" && time === null) return t("timeWrong");
      save(field === "endTime" ? { endTime: time } : startPatch(stop, time), baseSeq);
      return null;
    },
    ...presence,
  });
}

type TimeInputProps = {
  field: ReturnType<typeof useTimeField>;
  label: string;
  placeholder: string;
  wrongId: string;
};

function TimeInput({ field: { field, dirty, wrong }, label, placeholder, wrongId }: TimeInputProps) {
  return (
    <input
      {...field}
      aria-label={label}
      aria-invalid={wrong === null ? undefined : true}
      aria-describedby={wrong === null ? undefined : wrongId}
      placeholder={placeholder}
      inputMode="numeric"
      maxLength={20}
      autoComplete="off"
      className={cx(bareInput, field.value !== "" || dirty ? "w-13 phone:w-15" : "w-20 phone:w-24")}
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
