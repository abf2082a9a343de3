import { type Participants, takesPart } from "#lib/shared/participants.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { BookingsByDay, DayBooking } from "./day-bookings.ts";
import type { StopsByDay } from "./plan-model.ts";

/** What the other members do on one day. */
export interface OthersOnDay {
  stops: readonly StopDto[];
  /** The reservations; each is listed once, even if it touches the day several times. */
  bookings: readonly ReservationDto[];
  /** The ids of the members who take part in any of the stops and reservations. */
  memberIds: readonly string[];
}

/** The part of the plan that one member takes part in, and what this part leaves out. */
export interface MemberPlan {
  byDay: StopsByDay;
  bookings: BookingsByDay;
  /** The stops and reservations that the member does not take part in, by day id; days without any are absent. */
  others: ReadonlyMap<string, OthersOnDay>;
}

interface Parts<T> {
  mine: readonly T[];
  others: readonly T[];
}

/**
 * Creates a function that restricts a plan to what one member takes part in. A day without a change keeps its lists,
 * so that it does not render again.
 */
export function createMemberPlanFilter(
  memberId: string,
): (byDay: StopsByDay, bookings: BookingsByDay) => MemberPlan {
  const part = splitter<StopDto>(({ participants }) => takesPart(participants, memberId));
  const partBookings = splitter<DayBooking>((each) => takesPart(each.reservation.participants, memberId));
  let last: ReadonlyMap<string, OthersOnDay> = new Map();
  return (byDay, bookings) => {
    const others = new Map<string, OthersOnDay>();
    for (const [dayId, stops] of byDay) {
      if (dayId === null) continue;
      const next = othersOf(part(stops).others, partBookings(bookings.get(dayId) ?? []).others);
      if (next) others.set(dayId, keepSame(last.get(dayId), next));
    }
    last = others;
    return {
      // Ideas belong to every member's plan until they have a day.
      byDay: new Map([...byDay].map(([id, stops]) => [id, id === null ? stops : part(stops).mine])),
      bookings: new Map([...bookings].map(([id, list]) => [id, partBookings(list).mine])),
      others,
    };
  };
}

function splitter<T extends object>(isMine: (row: T) => boolean): (rows: readonly T[]) => Parts<T> {
  const known = new WeakMap<readonly T[], Parts<T>>();
  return (rows) => {
    const before = known.get(rows);
    if (before) return before;
    const others = rows.filter((row) => !isMine(row));
    const parts = { mine: others.length === 0 ? rows : rows.filter(isMine), others };
    known.set(rows, parts);
    return parts;
  };
}

function othersOf(stops: readonly StopDto[], touches: readonly DayBooking[]): OthersOnDay | null {
  const bookings = [...new Set(touches.map(({ reservation }) => reservation))];
  if (stops.length === 0 && bookings.length === 0) return null;
  return { stops, bookings, memberIds: membersOf([...stops, ...bookings]) };
}

export function membersOf(rows: ReadonlyArray<{ participants: Participants }>): string[] {
  return [...new Set(rows.flatMap(({ participants }) => participants ?? []))];
}

function keepSame(before: OthersOnDay | undefined, now: OthersOnDay): OthersOnDay {
  return before && sameRows(before.stops, now.stops) && sameRows(before.bookings, now.bookings)
    ? before
    : now;
}

function sameRows(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((row, index) => row === b[index]);
}
