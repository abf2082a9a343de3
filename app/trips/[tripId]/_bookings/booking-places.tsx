"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import type { NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import { OutLink } from "../_details/place-props.tsx";
import { TextProp } from "../_details/text-prop.tsx";
import { useBookingWords } from "../_plan/use-booking-words.ts";
import { readPlace } from "./new-booking.ts";
import { useBookingField } from "./use-booking-field.ts";

type PlacesProps = { booking: ReservationDto; readOnly: boolean };

/** From where to where, or where it is. */
export function BookingPlaces({ booking, readOnly }: PlacesProps) {
  const t = useTranslations("trip-bookings");
  const { id, kind, from, to } = booking;
  const [start, end] = [useBookingField(id, "from"), useBookingField(id, "to")];
  const travels = isTravel(kind);
  const first = travels ? "from" : kind === "car" ? "pickUpPlace" : kind === "lodging" ? "address" : "where";
  const hasTo = travels || kind === "car" || to !== null;
  return (
    <>
      <PlaceText
        of={id}
        label={t(`field.${first}`)}
        placeholder={t(first === "address" ? "field.addAddress" : "field.addPlace")}
        place={from}
        readOnly={readOnly}
        presence={start.presence}
        save={(place, baseSeq) => start.save({ from: place }, baseSeq)}
      />
      {hasTo ? (
        <PlaceText
          of={id}
          label={t(kind === "car" ? "field.dropOffPlace" : "field.to")}
          placeholder={t(kind === "car" ? "field.sameAsPickUp" : "field.addPlace")}
          place={to}
          readOnly={readOnly}
          presence={end.presence}
          save={(place, baseSeq) => end.save({ to: place }, baseSeq)}
        />
      ) : null}
    </>
  );
}

type PlaceTextProps = {
  of: string;
  label: string;
  placeholder: string;
  place: NamedPlace | null;
  readOnly: boolean;
  presence: { onFocus: () => void; onBlur: () => void };
  save: (place: NamedPlace | null, baseSeq: number) => void;
};

/** The name and code in one line, the address below; another name is another place, so what was known of it goes. */
function PlaceText({ place, save, ...props }: PlaceTextProps) {
  const t = useTranslations("trip-details");
  const words = useBookingWords();
  const search = place && [place.name, place.address].filter(Boolean).join(", ");
  return (
    <TextProp
      {...props}
      value={place ? words.place(place) : ""}
      maxLength={210}
      onSave={(text, baseSeq) => {
        save(readPlace(text), baseSeq);
        return null;
      }}
      note={place?.address}
      trailing={search ? <OutLink href={mapLink(place, search)} label={t("openMap")} /> : null}
    />
  );
}

function mapLink({ lat, lng }: NamedPlace, search: string): string {
  const site = "https://www.openstreetmap.org";
  if (lat === undefined || lng === undefined) return `${site}/search?query=${encodeURIComponent(search)}`;
  return `${site}/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
}
