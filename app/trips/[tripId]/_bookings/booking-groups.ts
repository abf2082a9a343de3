import { localDate } from "#lib/shared/reservation-times.ts";
import { takesPart } from "#lib/shared/participants.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";

interface BookingGroup {
  /** The calendar date on which they begin, where they begin; null: nobody has said. */
  date: string | null;
  bookings: ReservationDto[];
}

/** Bookings under the date they begin on, by date; on one date in the order in which they happen. */
export function groupBookings(reservations: readonly ReservationDto[]): BookingGroup[] {
  const groups = new Map<string | null, ReservationDto[]>();
  for (const reservation of reservations) {
    const date = reservation.start && localDate(reservation.start);
    const group = groups.get(date);
    if (group) group.push(reservation);
    else groups.set(date, [reservation]);
  }
  return [...groups]
    .map(([date, bookings]) => ({ date, bookings }))
    .toSorted((a, b) => ((a.date ?? "9") < (b.date ?? "9") ? -1 : 1));
}

/** Those of one member, and the rest; without a member all are one's own. */
export function splitBookings(reservations: readonly ReservationDto[], memberId: string | null) {
  const isMine = ({ participants }: ReservationDto) => memberId === null || takesPart(participants, memberId);
  return { mine: reservations.filter(isMine), others: reservations.filter((each) => !isMine(each)) };
}

/** How many files hang on each row of the trip. */
export function countFiles(
  attachments: ReadonlyArray<{ target: { id: string } }>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { target } of attachments) counts.set(target.id, (counts.get(target.id) ?? 0) + 1);
  return counts;
}
