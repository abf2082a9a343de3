"use client";

import { MessageSquare, Paperclip } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { memo, type MouseEvent } from "react";
import { AvatarStack } from "#app/_ui/avatar.tsx";
import { cx } from "#app/_ui/cx.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { localClock } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { travelName } from "#lib/shared/travel-name.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";
import { Count } from "../_base/rows/count.tsx";
import { bookingIcons } from "../_base/icons/booking-icon.ts";
import { rowColumns, rowTargetClass } from "../_base/rows/row-class.ts";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";
import { useStopWords } from "../_base/fields/use-stop-words.ts";
import { usePeople } from "../_base/people.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { SuggestedLine, suggestedRow } from "../_base/suggestions/suggested-line.tsx";
import { useSuggestedMark } from "../_base/suggestions/use-suggested.ts";
import { CopyButton } from "./copy-button.tsx";
import { useBookingSummary } from "./use-booking-lines.ts";

const suggestedFacts = "flex items-center gap-1.5 text-xs leading-4.5 phone:text-sm phone:leading-4.75";

type BookingItemProps = { booking: ReservationDto; fileCount: number };

/** One reservation in the list: time, title, places and confirmation number. */
export const BookingItem = memo(function BookingItem({ booking, fileCount }: BookingItemProps) {
  const view = useView();
  const selected = useViewState((state) => state.reservationId === booking.id);
  const lines = useBookingSummary(booking);
  const mark = useSuggestedMark(booking.id);
  const name = travelName(booking);
  function open(event: MouseEvent) {
    const again = view.get().reservationId === booking.id;
    view.openReservation(booking.id);
    if (event.detail === 0 || again) view.focusDetails();
  }
  return (
    <li
      data-booking={booking.id}
      className={cx(
        rowColumns,
        "phone:grid-cols-[48px_24px_minmax(0,1fr)]!",
        "relative min-h-13.5 items-start rounded-sm py-2 has-[[data-open]:focus-visible]:z-1 has-[[data-open]:focus-visible]:shadow-(--ring) phone:min-h-15 phone:py-2.25",
        selected ? "bg-accent-tint" : "hover:bg-hover",
        mark && suggestedRow,
      )}
    >
      <When booking={booking} />
      <span className="-mt-px ml-px grid size-5.5 place-items-center text-text-2 phone:ml-0 phone:size-6">
        <Icon of={bookingIcons[booking.kind]} size={20} />
      </span>
      <div className="min-w-0">
        <button
          type="button"
          data-open
          aria-label={name === null ? undefined : `${booking.title}, ${name}`}
          onClick={open}
          className={cx(
            rowTargetClass,
            "block max-w-full cursor-pointer truncate text-left leading-5 font-medium phone:text-lg phone:leading-5.5",
            mark?.isRemoved && "text-text-3 line-through",
          )}
        >
          {name ?? booking.title}
        </button>
        {mark ? <SuggestedLine mark={mark} className={suggestedFacts} /> : null}
        {lines.map((text) => (
          <p
            key={text}
            title={text}
            className="truncate text-xs leading-4.5 text-text-3 phone:text-sm phone:leading-4.75"
          >
            {text}
          </p>
        ))}
        <Joining booking={booking} />
      </div>
      <Facts booking={booking} fileCount={fileCount} />
    </li>
  );
});

function When({ booking: { start } }: { booking: ReservationDto }) {
  const t = useTranslations("trip");
  const words = useBookingWords();
  const tripZone = useTrip((trip) => trip.timezone);
  const clock = start && localClock(start);
  if (!start || !clock) {
    return (
      <span className="text-xs leading-5 text-text-3 phone:text-sm phone:leading-5.5">{t("anyTime")}</span>
    );
  }
  const zone = words.zone(start, tripZone);
  return (
    <div>
      <span className="block text-sm font-medium phone:text-md phone:leading-5.5">{clock}</span>
      {zone ? <span className="-mr-3 block text-xs leading-3.5 text-text-3">{zone}</span> : null}
    </div>
  );
}

/** Shows the participants, unless everyone takes part. */
function Joining({ booking: { participants } }: { booking: ReservationDto }) {
  const words = useStopWords();
  const { byMember } = usePeople();
  if (participants === null) return null;
  const people = participants.flatMap((id) => byMember.get(id) ?? []);
  const label = words.participants(participants);
  return (
    <p className="mt-0.5 flex items-center gap-1.5 text-xs text-text-3 phone:text-sm">
      {people.length > 0 ? <AvatarStack people={people} max={5} size={20} label="" /> : null}
      <span className="truncate">{label}</span>
    </p>
  );
}

/** Shows the confirmation number with a copy button, the cost, and the numbers of comments and attachments. */
function Facts({ booking, fileCount }: BookingItemProps) {
  const t = useTranslations("trip-bookings");
  const tTrip = useTranslations("trip");
  const format = useMoneyFormat();
  const { confirmation, cost, commentCount } = booking;
  return (
    <div className="grid justify-items-end text-right text-xs leading-5 whitespace-nowrap text-text-3 phone:col-start-3 phone:flex phone:flex-wrap phone:items-center phone:gap-x-3 phone:text-sm">
      {confirmation ? (
        <span className="relative -my-1 -mr-1.5 flex items-center touch:-my-2.5 touch:-mr-3.5">
          <span
            className="max-w-36 truncate font-medium text-text-2 select-text phone:max-w-52"
            title={confirmation}
          >
            {confirmation}
          </span>
          <CopyButton text={confirmation} />
        </span>
      ) : (
        <span>{t("unconfirmed")}</span>
      )}
      {cost ? <span className="leading-4.5">{format.money(cost)}</span> : null}
      {fileCount + commentCount > 0 ? (
        <span className="flex items-center gap-2.5 leading-4.5">
          {fileCount > 0 ? (
            <Count icon={Paperclip} count={fileCount} label={t("fileCount", { count: fileCount })} />
          ) : null}
          {commentCount > 0 ? (
            <Count
              icon={MessageSquare}
              count={commentCount}
              label={tTrip("comments", { count: commentCount })}
            />
          ) : null}
        </span>
      ) : null}
    </div>
  );
}
