"use client";

import { Check, MessageSquare } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { type CSSProperties, memo, type MouseEvent } from "react";
import { cx } from "#app/_ui/cx.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { Icon } from "#app/_ui/icon.tsx";
import { toneColor } from "#app/_ui/person-tone.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import { travelName } from "#lib/shared/travel-name.ts";
import { ParticipantAvatars } from "../_base/lanes/participant-avatars.tsx";
import type { Watcher } from "../_base/people.tsx";
import { useView, useViewState } from "../_base/view.tsx";
import { SuggestedLine, suggestedRow } from "../_base/suggestions/suggested-line.tsx";
import { useSuggestedMark } from "../_base/suggestions/use-suggested.ts";
import { bookingIcons } from "../_base/icons/booking-icon.ts";
import { type DayBooking, nightOf } from "../_model/plan/day-bookings.ts";
import { rowColumns, rowTargetClass } from "../_base/rows/row-class.ts";
import { useBookingAbout } from "./use-booking-about.ts";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";
import { useStopWords } from "../_base/fields/use-stop-words.ts";

type BookingRowProps = {
  booking: DayBooking;
  date: string;
  /** The day's time zone, which the heading of the day names if necessary. */
  dayZone: string;
  /** The other members who have the reservation open. */
  watchers: readonly Watcher[] | undefined;
};

const line =
  "flex min-w-0 items-center gap-1.5 text-xs leading-4.5 text-text-3 phone:text-sm phone:leading-4.75";

/**
 * The row of a reservation on one day; a press opens its details. A night is a quiet band, everything else a row at
 * its time.
 */
export const BookingRow = memo(function BookingRow({ booking, date, dayZone, watchers }: BookingRowProps) {
  const { kind, reservation } = booking;
  const selected = useViewState((view) => view.reservationId === reservation.id);
  // A member who edits the reservation is shown. One who only has it open is not: the departure time is more
  // important.
  const editor = watchers?.find(({ field }) => field !== null && field !== "comment");
  const who = editor ?? watchers?.[0];
  const tone = who ? ({ "--who": toneColor(who.person.tone ?? 7) } as CSSProperties) : undefined;
  const mark = useSuggestedMark(reservation.id);
  const frame = cx(
    mark && kind !== "night" && suggestedRow,
    "relative rounded-sm has-[button:focus-visible]:z-1 has-[button:focus-visible]:shadow-(--ring)",
    selected ? "bg-accent-tint" : kind === "night" ? "bg-sunken hover:bg-press" : "hover:bg-hover",
  );
  if (kind === "night") return <NightBand reservation={reservation} date={date} className={frame} />;
  return (
    <li
      data-booking={reservation.id}
      style={tone}
      className={cx(
        frame,
        rowColumns,
        "min-h-13.5 scroll-mt-12 scroll-mb-2 items-start py-2 phone:min-h-15 phone:py-2.25",
      )}
    >
      <BookingTime at={booking.at} dayZone={dayZone} />
      <span
        className={cx(
          "-mt-px ml-px grid size-5.5 place-items-center rounded-full text-text-2 phone:ml-0 phone:size-6",
          who && "shadow-[0_0_0_2px_var(--color-paper),0_0_0_3.5px_var(--who)]",
        )}
      >
        <Icon of={bookingIcons[reservation.kind]} size={20} />
      </span>
      <div className="min-w-0">
        <BookingName reservation={reservation} booking={booking} isRemoved={mark?.isRemoved} />
        {mark && !editor ? (
          <SuggestedLine mark={mark} className={line} />
        ) : (
          <BookingLine booking={booking} date={date} dayZone={dayZone} who={editor} />
        )}
      </div>
      <BookingFacts reservation={reservation} />
    </li>
  );
});

/** A night, shown at the end of the day on which it begins. */
function NightBand({
  reservation,
  date,
  className,
}: {
  reservation: ReservationDto;
  date: string;
  className: string;
}) {
  const t = useTranslations("trip-bookings");
  const { start } = reservation;
  const arrives = start !== null && localDate(start) === date && localClock(start) === null;
  const night = t("night", nightOf(reservation, date));
  return (
    <li
      data-booking={reservation.id}
      className={cx(
        className,
        rowColumns,
        "mt-1.5 min-h-9 scroll-mt-12 scroll-mb-2 items-center text-sm phone:min-h-11 phone:text-md",
      )}
    >
      <span className="col-start-2 grid size-5.5 place-items-center text-text-2">
        <Icon of={bookingIcons[reservation.kind]} size={20} />
      </span>
      <BookingName
        reservation={reservation}
        booking={{ reservation, kind: "night", at: null }}
        className="text-sm phone:text-md"
      />
      <span className="flex items-center gap-2 text-right text-xs whitespace-nowrap text-text-3 phone:text-sm">
        <ParticipantAvatars participants={reservation.participants} />
        {arrives ? `${t("touch.check-in")} · ${night}` : night}
      </span>
    </li>
  );
}

type NameProps = {
  reservation: ReservationDto;
  booking: DayBooking;
  isRemoved?: boolean | undefined;
  className?: string;
};

function BookingName({ reservation, booking: { kind, at }, isRemoved, className }: NameProps) {
  const t = useTranslations("trip-bookings");
  const view = useView();
  const clock = at === null ? null : localClock(at);
  const name = travelName(reservation);
  function open(event: MouseEvent) {
    const again = view.get().reservationId === reservation.id;
    view.openReservation(reservation.id);
    // A click event without detail comes from the keyboard; then the focus moves into the details.
    if (event.detail === 0 || again) view.focusDetails();
  }
  return (
    <button
      type="button"
      onClick={open}
      aria-label={[reservation.title, t(`touch.${kind}`), clock ?? "", name].filter(Boolean).join(", ")}
      className={cx(
        rowTargetClass,
        "block max-w-full cursor-pointer truncate text-left font-medium",
        className ?? "leading-5 phone:text-lg phone:leading-5.5",
        isRemoved && "text-text-3 line-through",
      )}
    >
      {name ?? reservation.title}
    </button>
  );
}

function BookingTime({ at, dayZone }: { at: LocalTime | null; dayZone: string }) {
  const t = useTranslations("trip");
  const words = useBookingWords();
  const clock = at && localClock(at);
  if (!at || !clock) {
    return (
      <span className="text-xs leading-5 text-text-3 phone:text-sm phone:leading-5.5">{t("anyTime")}</span>
    );
  }
  // Server and browser may have different names for a time zone. Either is right, so the hydration warning is
  // suppressed.
  const zone = words.zone(at, dayZone);
  return (
    <div>
      <span className="block text-sm font-medium phone:text-md phone:leading-5.5">{clock}</span>
      {zone ? (
        <span suppressHydrationWarning className="-mr-3 block text-xs leading-3.5 text-text-3">
          {zone}
        </span>
      ) : null}
    </div>
  );
}

type LineProps = Omit<BookingRowProps, "watchers"> & { who: Watcher | undefined };

/** The second line of a reservation: who edits it, else what happens on the day and at the reservation's other end. */
function BookingLine({ booking, date, dayZone, who }: LineProps) {
  const stopWords = useStopWords();
  const about = useBookingAbout();
  if (who) {
    return (
      <p className={line}>
        <Avatar person={who.person} size={20} alt="" className="-my-px" />
        <span className="truncate">{stopWords.watching(who)}</span>
      </p>
    );
  }
  const { participants, title } = booking.reservation;
  const said = travelName(booking.reservation) === null ? "" : title;
  const text = [about(booking, date, dayZone), said].filter(Boolean).join(" · ");
  return text || participants !== null ? (
    <p className={line}>
      <ParticipantAvatars participants={participants} />
      <span suppressHydrationWarning className="truncate" title={text}>
        {text}
      </span>
    </p>
  ) : null;
}

/** Shows whether the reservation is confirmed, its confirmation number and the number of comments. */
function BookingFacts({ reservation: { confirmation, commentCount } }: { reservation: ReservationDto }) {
  const t = useTranslations("trip-bookings");
  const tTrip = useTranslations("trip");
  return (
    <div className="grid justify-items-end text-right text-xs leading-5 whitespace-nowrap text-text-3 phone:text-sm phone:leading-5.5">
      {confirmation ? (
        <span className="inline-flex items-center gap-1 text-success">
          <Icon of={Check} size={14} />
          {t("booked")}
        </span>
      ) : null}
      <span className="flex items-center gap-2.5 leading-4.5">
        {commentCount > 0 ? (
          <span className="inline-flex items-center gap-1">
            <Icon of={MessageSquare} size={14} />
            <span aria-hidden>{commentCount}</span>
            <span className="sr-only">{tTrip("comments", { count: commentCount })}</span>
          </span>
        ) : null}
        {confirmation ? (
          <span className="max-w-24 truncate" title={confirmation}>
            {confirmation}
          </span>
        ) : null}
      </span>
    </div>
  );
}
