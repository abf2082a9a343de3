"use client";

import { isTravel } from "#lib/shared/reservation-kinds.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import ConflictLines from "../_base/fields/conflict-lines.tsx";
import { CostProp } from "../_base/fields/cost-prop.tsx";
import { NotesField } from "../_base/fields/notes-field.tsx";
import { LinkProp } from "../_base/fields/place-props.tsx";
import { Thread } from "../_discussion/thread.tsx";
import { ParticipantsProp } from "../_base/fields/who-prop.tsx";
import { FilesSection } from "../_files/files-section.tsx";
import { ExpenseProp } from "../_money/form/expense-prop.tsx";
import { useMay } from "../_base/may.tsx";
import { OwnSuggestion } from "../_suggestions/own-suggestion.tsx";
import { StreetPhotos } from "../_street/street-photos.tsx";
import { useSuggestedMark } from "../_base/suggestions/use-suggested.ts";
import { KindProp, LinkedStopProp } from "../_bookings/booking-choices.tsx";
import { BookingPlaces } from "../_bookings/booking-places.tsx";
import { BookingTexts } from "../_bookings/booking-texts.tsx";
import { BookingTimes } from "../_bookings/booking-times.tsx";
import { BookingTitle } from "../_bookings/booking-title.tsx";
import { DeleteBooking } from "../_bookings/delete-booking.tsx";
import { useBookingField } from "../_bookings/use-booking-field.ts";

/** Shows everything about one reservation; each field is edited in place and saves itself. */
export function BookingDetails({ booking }: { booking: ReservationDto }) {
  const { id } = booking;
  const { edit, change } = useMay();
  const mark = useSuggestedMark(id);
  const [cost, who] = [useBookingField(id, "cost"), useBookingField(id, "participants")];
  const [url, notes] = [useBookingField(id, "url"), useBookingField(id, "notes")];
  const target = { kind: "reservation" as const, id };
  const readOnly = !change || mark?.isRemoved === true;
  return (
    <div className="pb-4">
      <BookingTitle booking={booking} />
      <ConflictLines entityId={id} className="mx-4" />
      {mark ? <OwnSuggestion of={id} mark={mark} /> : null}
      <div className="px-2 pt-1.5">
        <BookingTimes booking={booking} readOnly={readOnly} />
        <BookingPlaces booking={booking} readOnly={readOnly} />
        <BookingTexts booking={booking} readOnly={readOnly} />
        <CostProp of={id} cost={booking.cost} field={cost} readOnly={readOnly} />
        {mark?.isNew ? null : <ExpenseProp of={{ reservationId: id }} />}
        <ParticipantsProp participants={booking.participants} field={who} readOnly={readOnly} />
        <LinkedStopProp booking={booking} readOnly={readOnly} />
        <LinkProp of={id} url={booking.url} field={url} readOnly={readOnly} />
        <KindProp booking={booking} readOnly={readOnly} />
      </div>
      <FilesSection target={target} readOnly={!edit} />
      <NotesField of={id} notes={booking.notes} field={notes} readOnly={readOnly} />
      {isTravel(booking.kind) ? null : <StreetPhotos point={pointOf(booking)} />}
      {mark?.isNew ? null : <Thread target={target} commentCount={booking.commentCount} />}
      {readOnly ? null : <DeleteBooking booking={booking} />}
    </div>
  );
}

function pointOf({ from }: ReservationDto) {
  if (from?.lat === undefined || from.lng === undefined) return null;
  return { lat: from.lat, lng: from.lng };
}
