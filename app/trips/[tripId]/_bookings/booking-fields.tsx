"use client";

import { MOST_PASTED } from "../_base/fields/place-text.tsx";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useEffect } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { PlaceField } from "#app/_places/place-field.tsx";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { TextField } from "#app/_ui/text-field.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import type { ReservationKind } from "#lib/shared/reservations.ts";
import { ZoneOffer } from "../_base/fields/place-text.tsx";
import { bookingIcons } from "../_base/icons/booking-icon.ts";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";
import { zoneName } from "../_model/wall-time.ts";
import { useFocusOnMount } from "../_base/use-focus-on-mount.ts";
import { startAndEndLabels } from "./start-and-end.ts";
import { StartOrEndFields } from "./end-fields.tsx";
import {
  type BookingForm,
  type FormProblem,
  withPlaceZone,
  namedPlace,
  differingPlaceZone,
  withPlace,
  withPlaceText,
  withStart,
} from "./new-booking.ts";

type BookingFieldsProps = {
  form: BookingForm;
  problem: FormProblem | null;
  onChange: (form: BookingForm) => void;
  onChangeKind: () => void;
};

/** The fields that every reservation of a kind has. */
export function BookingFields({ form, problem, onChange, onChangeKind }: BookingFieldsProps) {
  const t = useTranslations("trip-bookings");
  const ends = startAndEndLabels(form.kind);
  const hasEnd = form.kind !== "restaurant";
  const nameError = problem === "name" || problem === "way" ? t(`new.problem.${problem}`) : undefined;
  const timeError = problem === "order" || problem === "start" ? t(`new.problem.${problem}`) : null;
  return (
    <div className="space-y-4">
      <button
        type="button"
        onClick={onChangeKind}
        aria-label={`${t(`kind.${form.kind}`)}, ${t("new.change")}`}
        className="inline-flex h-9 items-center gap-1.5 rounded-full bg-accent-tint px-3 text-sm font-medium text-accent-text touch:h-11"
      >
        <Icon of={bookingIcons[form.kind]} />
        {t(`kind.${form.kind}`)}
        <Icon of={ChevronDown} size={14} />
      </button>
      <What form={form} error={nameError} onChange={onChange} />
      <StartOrEndFields
        name={t(`field.${ends.start}`)}
        value={form.start}
        onChange={(start) => onChange(withStart(form, start))}
      />
      {hasEnd ? (
        <StartOrEndFields
          name={t(`field.${ends.end}`)}
          note={isTravel(form.kind) ? undefined : t("new.optional")}
          value={form.end}
          onChange={(end) => onChange({ ...form, end })}
        />
      ) : null}
      {timeError ? (
        <InlineAlert live tone="danger">
          {timeError}
        </InlineAlert>
      ) : null}
      <TextField
        label={t("new.confirmation")}
        note={t("new.optional")}
        value={form.confirmation}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => onChange({ ...form, confirmation: event.target.value })}
      />
    </div>
  );
}

type WhatProps = { form: BookingForm; error: string | undefined; onChange: (form: BookingForm) => void };

/**
 * The fields that say what is booked: for a journey its number and its two places, for another reservation its name
 * and place.
 */
function What({ form, error, onChange }: WhatProps) {
  const t = useTranslations("trip-bookings");
  const { kind } = form;
  const first = useFocusOnMount<HTMLInputElement>();
  useEffect(() => {
    if (error !== undefined) first.current?.focus();
  }, [error, first]);
  const name = (
    <TextField
      ref={first}
      label={isNumbered(kind) ? t(`new.number.${kind}`) : t(`new.name.${kind}`)}
      placeholder={t(`new.placeholder.${kind}`)}
      value={form.name}
      maxLength={120}
      error={error}
      autoComplete="off"
      onChange={(event) => onChange({ ...form, name: event.target.value })}
    />
  );
  const [from, to] = placeNames(kind);
  return (
    <>
      {name}
      <div className={to ? "grid grid-cols-2 gap-2" : ""}>
        <PlaceOf
          form={form}
          which="from"
          label={t(`field.${from}`)}
          note={isNumbered(kind) ? undefined : t("new.optional")}
          onChange={onChange}
        />
        {to ? (
          <PlaceOf
            form={form}
            which="to"
            label={t(`field.${to}`)}
            placeholder={kind === "car" ? t("field.sameAsPickUp") : undefined}
            onChange={onChange}
          />
        ) : null}
      </div>
    </>
  );
}

type PlaceOfProps = {
  form: BookingForm;
  which: "from" | "to";
  label: string;
  note?: string | undefined;
  placeholder?: string | undefined;
  onChange: (form: BookingForm) => void;
};

/**
 * A field for one of a reservation's places, which is typed or picked from a search. An entered time keeps its time
 * zone; the place's time zone is offered.
 */
function PlaceOf({ form, which, onChange, ...look }: PlaceOfProps) {
  const t = useTranslations("places");
  const { locale } = useFormats();
  const tripId = useTrip((trip) => trip.id);
  const [words, booking] = [usePlaceWords(), useBookingWords()];
  const picked = form.places[which];
  const zone = picked && differingPlaceZone(form, which);
  return (
    <PlaceField
      {...look}
      value={form[which]}
      isPicked={picked !== null}
      tripId={tripId}
      list="float"
      offersName
      maxLength={MOST_PASTED}
      onChange={(text) => onChange(withPlaceText(form, which, text))}
      onPick={(found) => {
        const place = namedPlace(found, words.around(found));
        onChange(withPlace(form, which, { place, zone: found.timezone ?? null }, booking.place(place)));
      }}
      hint={
        picked && zone ? (
          <ZoneOffer onUse={() => onChange(withPlaceZone(form, which))}>
            {t("zoneOffer", { place: picked.place.name, zone: zoneName(zone, intlLocales[locale]) })}
          </ZoneOffer>
        ) : undefined
      }
    />
  );
}

type Numbered = "flight" | "train" | "bus" | "ferry";

function isNumbered(kind: ReservationKind): kind is Numbered {
  return isTravel(kind);
}

function placeNames(kind: ReservationKind) {
  if (isTravel(kind)) return ["from", "to"] as const;
  if (kind === "car") return ["pickUpPlace", "dropOffPlace"] as const;
  return [kind === "lodging" ? "address" : "where", null] as const;
}
