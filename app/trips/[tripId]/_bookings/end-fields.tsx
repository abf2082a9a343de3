"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { DateField } from "#app/_ui/date-field.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { zoneName } from "../_model/wall-time.ts";
import type { StartOrEndForm } from "./new-booking.ts";
import { ZonePicker } from "./zone-picker.tsx";

type EndFieldsProps = {
  /** The name of the end, for example "Departs". */
  name: string;
  note?: string | undefined;
  value: StartOrEndForm;
  min?: string | undefined;
  onChange: (end: StartOrEndForm) => void;
};

/** The fields for date, time and time zone of one end. */
export function StartOrEndFields({ name, note, value, min, onChange }: EndFieldsProps) {
  const t = useTranslations("trip-bookings");
  const { locale } = useFormats();
  const [choosing, setChoosing] = useState(false);
  const zone = zoneName(value.zone, intlLocales[locale]);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{name}</legend>
      <div className="mb-1.5 flex h-5 items-center gap-1 text-sm">
        <span aria-hidden className="font-medium">
          {name}
        </span>
        {note ? <span className="text-text-3">{note}</span> : null}
        <button
          type="button"
          aria-expanded={choosing}
          aria-label={t("zone.change", { end: name, zone })}
          onClick={() => setChoosing(!choosing)}
          className="relative -mr-1 ml-auto flex min-w-0 items-center gap-1 rounded-xs px-1 text-text-2 after:absolute after:-inset-x-1 after:-inset-y-3 hover:bg-press"
        >
          <span className="truncate">{zone}</span>
          <Icon of={ChevronDown} size={14} className="text-text-3" />
        </button>
      </div>
      <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] gap-2">
        <DateField
          hideLabel
          label={t("field.date", { end: name })}
          value={value.date}
          min={min}
          onChange={(date) => onChange({ ...value, date })}
        />
        <TextField
          hideLabel
          type="time"
          label={t("field.time", { end: name })}
          value={value.time}
          onChange={(event) => onChange({ ...value, time: event.target.value })}
          data-empty={value.time === "" || undefined}
        />
      </div>
      {choosing ? (
        <ZonePicker
          label={t("zone.label", { end: name })}
          value={value.zone}
          onPick={(picked) => {
            setChoosing(false);
            onChange({ ...value, zone: picked });
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </fieldset>
  );
}
