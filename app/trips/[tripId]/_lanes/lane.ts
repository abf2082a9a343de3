import { type Participants, takesPart } from "#lib/shared/participants.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { BookingsByDay, DayBooking } from "../_plan/day-bookings.ts";
import type { StopsByDay } from "../_plan/plan-model.ts";

/** What the rest of the group does on one day. */
export interface DayOthers {
  stops: readonly StopDto[];
  /** Each once, however often it touches the day. */
  bookings: readonly ReservationDto[];
  /** Who takes part in any of it. */
  memberIds: readonly string[];
}

/** The plan as one member lives it, and what that leaves out. */
export interface Lane {
  byDay: StopsByDay;
  bookings: BookingsByDay;
  /** By day id; days without anything are absent. */
  others: ReadonlyMap<string, DayOthers>;
}

interface Parts<T> {
  mine: readonly T[];
  others: readonly T[];
}

/** Follows a plan in one member's lane; a day of which nothing changed keeps its lists and does not render again. */
export function createLane(memberId: string): (byDay: StopsByDay, bookings: BookingsByDay) => Lane {
  const part = splitter<StopDto>(({ participants }) => takesPart(participants, memberId));
  const partBookings = splitter<DayBooking>((each) => takesPart(each.reservation.participants, memberId));
  let last: ReadonlyMap<string, DayOthers> = new Map();
  return (byDay, bookings) => {
    const others = new Map<string, DayOthers>();
    for (const [dayId, stops] of byDay) {
      if (dayId === null) continue;
      const next = othersOf(part(stops).others, partBookings(bookings.get(dayId) ?? []).others);
      if (next) others.set(dayId, keepSame(last.get(dayId), next));
    }
    last = others;
    return {
      // Ideas are everybody's until they have a day.
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

function othersOf(stops: readonly StopDto[], touches: readonly DayBooking[]): DayOthers | null {
  const bookings = [...new Set(touches.map(({ reservation }) => reservation))];
  if (stops.length === 0 && bookings.length === 0) return null;
  return { stops, bookings, memberIds: membersOf([...stops, ...bookings]) };
}

export function membersOf(rows: ReadonlyArray<{ participants: Participants }>): string[] {
  return [...new Set(rows.flatMap(({ participants }) => participants ?? []))];
}

function keepSame(before: DayOthers | undefined, now: DayOthers): DayOthers {
  return before && sameRows(before.stops, now.stops) && sameRows(before.bookings, now.bookings)
    ? before
    : now;
}

function sameRows(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((row, index) => row === b[index]);
}
