"use client";

import { useState } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import type { NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import { OutLink } from "../_base/fields/place-props.tsx";
import { MOST_PASTED, PlaceText, ZoneOffer } from "../_base/fields/place-text.tsx";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";
import { isAtPoint } from "../_model/plan/stop-of-place.ts";
import { zoneName } from "../_model/wall-time.ts";
import { type StartOrEnd, timesAfterPlaceChange, timesInZone, timesAtPlace } from "./start-and-end.ts";
import { namedPlace, readPlace } from "./new-booking.ts";
import { useBookingField } from "./use-booking-field.ts";

/** The maximum length of a place's name together with an airport's code. */
const NAME_LIMIT = 210;

type PlacesProps = { booking: ReservationDto; readOnly: boolean };

/** The fields for the two places of a journey, or for the one place of another reservation. */
export function BookingPlaces({ booking, readOnly }: PlacesProps) {
  const t = useTranslations("trip-bookings");
  const { kind, to } = booking;
  const travels = isTravel(kind);
  const first = travels ? "from" : kind === "car" ? "pickUpPlace" : kind === "lodging" ? "address" : "where";
  const hasTo = travels || kind === "car" || to !== null;
  return (
    <>
      <BookingPlace
        booking={booking}
        which="from"
        label={t(`field.${first}`)}
        placeholder={t(first === "address" ? "field.addAddress" : "field.addPlace")}
        readOnly={readOnly}
      />
      {hasTo ? (
        <BookingPlace
          booking={booking}
          which="to"
          label={t(kind === "car" ? "field.dropOffPlace" : "field.to")}
          placeholder={t(kind === "car" ? "field.sameAsPickUp" : "field.addPlace")}
          readOnly={readOnly}
        />
      ) : null}
    </>
  );
}

type BookingPlaceProps = PlacesProps & { which: "from" | "to"; label: string; placeholder: string };

/**
 * A field for the place's name and code, with the address below. Another name means another place, so the address and
 * coordinates are removed.
 */
function BookingPlace({ booking, which, ...props }: BookingPlaceProps) {
  const t = useTranslations("trip-details");
  const words = useBookingWords();
  const field = useBookingField(booking.id, which);
  const pick = usePickedPlace(booking, which);
  const place = booking[which];
  const search = place && [place.name, place.address].filter(Boolean).join(", ");
  return (
    <PlaceText
      {...props}
      of={booking.id}
      value={place ? words.place(place) : ""}
      maxLength={MOST_PASTED}
      presence={field.presence}
      onSave={(text, baseSeq) => {
        if (text.length > NAME_LIMIT) return t("placeLong", { max: NAME_LIMIT, count: text.length });
        field.save({ [which]: readPlace(text) }, baseSeq);
        return null;
      }}
      start={place ? "text" : "first"}
      onPick={pick.take}
      note={pick.offer ?? place?.address}
      trailing={search ? <OutLink href={mapLink(place, search)} label={t("openMap")} /> : null}
    />
  );
}

/**
 * Moves the start or end of a reservation to a picked place. If it has no time, it takes the place's time zone; if it
 * has one, the zone is offered.
 */
function usePickedPlace(booking: ReservationDto, which: "from" | "to") {
  const t = useTranslations("places");
  const { locale } = useFormats();
  const placeWords = usePlaceWords();
  const { save } = useBookingField(booking.id, which);
  const [picked, setPicked] = useState<PlaceDto | null>(null);
  const there = timesAtPlace(booking.kind, which);

  function take(found: PlaceDto, baseSeq: number) {
    const place = namedPlace(found, placeWords.around(found));
    setPicked(found);
    if (found.timezone === undefined) return save({ [which]: place }, baseSeq);
    const { ends } = timesAfterPlaceChange(booking, there, found.timezone);
    const isMoved = ends.start !== booking.start || ends.end !== booking.end;
    save(isMoved ? { [which]: place, ...ends } : { [which]: place }, baseSeq);
  }
  // The offer is shown only while the reservation is at the picked place: it may have been moved since, or the write
  // refused.
  const zone = picked && isAtPoint(booking[which], picked) ? picked.timezone : undefined;
  const ends = zone === undefined ? null : timedInZone(booking, there, zone);
  const offer =
    picked && zone !== undefined && ends ? (
      <ZoneOffer onUse={() => save(ends)}>
        {t("zoneOffer", { place: picked.name, zone: zoneName(zone, intlLocales[locale]) })}
      </ZoneOffer>
    ) : undefined;
  return { take, offer };
}

/** Returns both ends with their times in another zone; null if that changes nothing or is impossible. */
function timedInZone(booking: ReservationDto, there: readonly StartOrEnd[], zone: string) {
  const { other } = timesAfterPlaceChange(booking, there, zone);
  return other.length > 0 ? timesInZone(booking, other, zone) : null;
}

function mapLink({ lat, lng }: NamedPlace, search: string): string {
  const site = "https://www.openstreetmap.org";
  if (lat === undefined || lng === undefined) return `${site}/search?query=${encodeURIComponent(search)}`;
  return `${site}/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
}
