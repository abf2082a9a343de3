"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Select } from "#app/_ui/select.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";

const IDEAS = "ideas";

type DayChoiceProps = { value: string | null; onChange: (dayId: string | null) => void };

/** A field that selects where the chosen places are added: a day, or Ideas. */
export function DayChoice({ value, onChange }: DayChoiceProps) {
  const t = useTranslations("paste");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const days = useTrip((trip) => trip.days);
  const options = days.map(({ id, date, title }, index) => ({
    value: id,
    label: [t("day", { number: index + 1 }), formats.day(date, { weekday: true }), title]
      .filter(Boolean)
      .join(" · "),
  }));
  return (
    <Select
      label={t("into")}
      value={days.some(({ id }) => id === value) ? (value ?? IDEAS) : IDEAS}
      onChange={(event) => onChange(event.target.value === IDEAS ? null : event.target.value)}
      options={[...options, { value: IDEAS, label: tTrip("ideas") }]}
    />
  );
}
