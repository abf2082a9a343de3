import type { Point } from "#lib/shared/legs.ts";

export interface PlacedDay {
  dayId: string;
  date: string;
  /** The centre of the day's stops; null: no stop has a place. */
  spot: Point | null;
}

export interface DaySpot {
  dayId: string;
  date: string;
  /** The coordinates, rounded to a tenth of a degree or about 10 km, since the weather service needs no more. */
  spot: Point;
}

/**
 * Returns the coordinates of each day, given the days in order: the centre of its stops, else the coordinates of the
 * day before, else those of the next day with a stop, else the trip's destination. A day with none of these is left
 * out.
 */
export function daySpots(days: readonly PlacedDay[], destination: Point | null): DaySpot[] {
  let last = days.find(({ spot }) => spot !== null)?.spot ?? destination;
  return days.flatMap(({ dayId, date, spot }) => {
    last = spot ?? last;
    return last ? { dayId, date, spot: { lat: rough(last.lat), lng: rough(last.lng) } } : [];
  });
}

function rough(degrees: number): number {
  // The addition turns -0 into 0, because -0 would be another text in a request.
  return Math.round(degrees * 10) / 10 + 0;
}
