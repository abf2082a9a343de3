import { localDate } from "#lib/shared/reservation-times.ts";
import { takesPart } from "#lib/shared/participants.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";

interface BookingGroup {
  /** The date on which the group's reservations start, at the place of the start; null if it is unknown. */
  date: string | null;
  bookings: ReservationDto[];
}

/**
 * Groups reservations by the date on which they start. Groups are sorted by date; within a group the order is
 * chronological.
 */
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

/** Separates the reservations of one member from the others; without a member all count as the member's. */
export function splitBookings(reservations: readonly ReservationDto[], memberId: string | null) {
  const isMine = ({ participants }: ReservationDto) => memberId === null || takesPart(participants, memberId);
  return { mine: reservations.filter(isMine), others: reservations.filter((each) => !isMine(each)) };
}

/** Returns the number of attachments of each row. */
export function countFiles(
  attachments: ReadonlyArray<{ target: { id: string } }>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { target } of attachments) counts.set(target.id, (counts.get(target.id) ?? 0) + 1);
  return counts;
}
