import type { Point } from "#lib/shared/legs.ts";

export interface PlacedDay {
  dayId: string;
  date: string;
  /** The middle of its stops; null: none has a place. */
  spot: Point | null;
}

export interface DaySpot {
  dayId: string;
  date: string;
  /** To a tenth of a degree, which is about 10 km: nobody has to know more. */
  spot: Point;
}

/**
 * Where each day is, of days in order: where its stops are, else where one was the day before, else the day after that
 * has a stop, else the trip's destination; a day of none of these is left out.
 */
export function daySpots(days: readonly PlacedDay[], destination: Point | null): DaySpot[] {
  let last = days.find(({ spot }) => spot !== null)?.spot ?? destination;
  return days.flatMap(({ dayId, date, spot }) => {
    last = spot ?? last;
    return last ? { dayId, date, spot: { lat: rough(last.lat), lng: rough(last.lng) } } : [];
  });
}

function rough(degrees: number): number {
  // Never -0, which is another text.
  return Math.round(degrees * 10) / 10 + 0;
}
