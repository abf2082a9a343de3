"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useId, useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import { PropRow } from "../_base/fields/prop-row.tsx";
import { InvalidInputNote } from "../_base/fields/text-prop.tsx";
import { zoneName } from "../_model/wall-time.ts";
import { startAndEndLabels, localTime } from "./start-and-end.ts";
import { StartOrEndDate } from "./end-date.tsx";
import { StartOrEndTime } from "./end-time.tsx";
import { useStartOrEnd } from "./use-ends.ts";
import { useTimeNotes } from "./use-time-notes.ts";
import { ZonePicker } from "./zone-picker.tsx";

type TimesProps = { booking: ReservationDto; readOnly: boolean };

/** The fields for start and end, each in the time zone of its own place. */
export function BookingTimes({ booking, readOnly }: TimesProps) {
  const names = startAndEndLabels(booking.kind);
  const { start, end, kind } = booking;
  const hasEnd = end !== null || (!readOnly && start !== null && kind !== "restaurant");
  return (
    <>
      <EndProp booking={booking} which="start" name={names.start} readOnly={readOnly} />
      {hasEnd ? <EndProp booking={booking} which="end" name={names.end} readOnly={readOnly} /> : null}
    </>
  );
}

type EndPropProps = TimesProps & {
  which: "start" | "end";
  name: ReturnType<typeof startAndEndLabels>["start" | "end"];
};

function EndProp({ booking, which, name, readOnly }: EndPropProps) {
  const t = useTranslations("trip-bookings");
  const formats = useFormats();
  const noteOf = useTimeNotes();
  const wrongId = useId();
  const tripZone = useTrip((trip) => trip.timezone);
  const { save, wrong, presence } = useStartOrEnd(booking, which);
  const at = booking[which];
  const label = t(`field.${name}`);
  const zone = at?.zone ?? booking.start?.zone ?? tripZone;
  const note = noteOf(booking, which);
  if (readOnly) {
    return (
      <PropRow label={label} note={note || undefined}>
        <span>{at ? <ReadTime at={at} /> : t("undated")}</span>
      </PropRow>
    );
  }
  return (
    <PropRow
      label={label}
      note={wrong === null ? note || undefined : <InvalidInputNote id={wrongId}>{t(wrong)}</InvalidInputNote>}
    >
      <StartOrEndDate
        of={booking.id}
        label={t("field.date", { end: label })}
        value={at ? localDate(at) : ""}
        placeholder={t("field.addDate")}
        min={which === "end" && booking.start ? localDate(booking.start) : undefined}
        presence={presence}
        onSave={(date, baseSeq) => save(localTime(date, at && localClock(at), zone), baseSeq)}
      />
      {at ? (
        <>
          <StartOrEndTime
            of={booking.id}
            label={t("field.time", { end: label })}
            value={localClock(at) ?? ""}
            placeholder={t("field.addTime")}
            presence={presence}
            onSave={(time, baseSeq) => save(localTime(localDate(at), time, zone), baseSeq)}
          />
          <EndZone
            label={label}
            zone={zone}
            shown={zoneName(zone, intlLocales[formats.locale])}
            onPick={(picked) => save({ ...at, zone: picked })}
          />
        </>
      ) : null}
    </PropRow>
  );
}

function ReadTime({ at }: { at: LocalTime }) {
  const formats = useFormats();
  const zone = zoneName(at.zone, intlLocales[formats.locale]);
  const date = formats.day(localDate(at), { weekday: true });
  return (
    <>
      {[date, localClock(at)].filter(Boolean).join(" ")} <span className="text-xs text-text-3">{zone}</span>
    </>
  );
}

type EndZoneProps = { label: string; zone: string; shown: string; onPick: (zone: string) => void };

/** The time zone of an end; a press shows other zones below. */
function EndZone({ label, zone, shown, onPick }: EndZoneProps) {
  const t = useTranslations("trip-bookings");
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={choosing}
        aria-label={t("zone.change", { end: label, zone: shown })}
        onClick={() => setChoosing(!choosing)}
        className="relative -ml-1 flex min-h-6 min-w-0 items-center gap-0.5 rounded-xs px-1 text-xs text-text-3 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:bg-press"
      >
        <span className="truncate">{shown}</span>
        <Icon of={ChevronDown} size={14} />
      </button>
      {choosing ? (
        <div className="w-full pb-2">
          <ZonePicker
            label={t("zone.label", { end: label })}
            value={zone}
            onPick={(picked) => {
              setChoosing(false);
              onPick(picked);
            }}
            onClose={() => setChoosing(false)}
          />
        </div>
      ) : null}
    </>
  );
}
