"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect, useRef, useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Combobox } from "#app/_ui/combobox.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { findZones } from "../_model/zones.ts";
import { zoneName } from "../_model/wall-time.ts";

type ZonePickerProps = {
  label: string;
  value: string;
  onPick: (zone: string) => void;
  /** Is called when the picker is left without a choice. */
  onClose: () => void;
};

/** A picker for time zones: those of this trip are listed, any other is found by typing a city. */
export function ZonePicker({ label, value, onPick, onClose }: ZonePickerProps) {
  const t = useTranslations("trip-bookings");
  const { locale } = useFormats();
  const near = useNearZones(value);
  const [query, setQuery] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.click();
  }, []);
  return (
    <Combobox
      ref={input}
      label={label}
      hideLabel
      listLabel={label}
      query={query}
      onQueryChange={setQuery}
      placeholder={t("zone.search")}
      options={query.trim() === "" ? near : findZones(query)}
      empty={t("zone.none")}
      optionKey={(zone) => zone}
      renderOption={(zone) => (
        <span className="flex min-w-0 flex-1 items-baseline justify-between gap-3">
          <span className="truncate">{zoneName(zone, intlLocales[locale])}</span>
          <span className="truncate text-xs text-text-3">{zone.replaceAll("_", " ")}</span>
        </span>
      )}
      onPick={onPick}
      onLeave={onClose}
      className="pt-1.5"
    />
  );
}

/** Returns the zones that the trip, its days and its reservations use, and the reader's own. */
function useNearZones(value: string): string[] {
  const { zone: mine } = useFormats();
  const trip = useTrip(({ timezone, days, reservations, destination }) => ({
    timezone,
    days,
    reservations,
    destination,
  }));
  const used = [
    value,
    trip.timezone,
    mine,
    trip.destination?.timezone,
    ...trip.days.map(({ timezone }) => timezone),
    ...trip.reservations.flatMap(({ start, end }) => [start?.zone, end?.zone]),
  ];
  return [...new Set(used.flatMap((zone) => zone ?? []))];
}
