import type { Formats } from "#app/_i18n/formats.ts";
import { estimateLeg, type LegOf } from "#lib/shared/legs.ts";
import { plannedDeparture, type DepartureDay } from "#lib/shared/planned-departure.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { MapDay, MapPoint } from "../_base/places/map-model.ts";
import type { PlanData } from "../_base/plan-data.tsx";
import { hasNumber, stopsOf } from "../_model/plan/plan-model.ts";

/** Returns the days for the map: with the numbers of the plan and without the stops that have no place. */
export function daysForMap(
  { days, byDay }: PlanData,
  formats: Formats,
  tripZone: string,
  wayOf: LegOf = estimateLeg,
): MapDay[] {
  return days.map((day, index) => {
    const weekday = formats.weekday(day.date);
    return {
      id: day.id,
      index: index + 1,
      label: `${weekday} ${Number(day.date.slice(8))}`,
      shortLabel: weekday,
      points: pointsOf(stopsOf(byDay, day.id), { date: day.date, zone: day.timezone ?? tripZone }, wayOf),
    };
  });
}

export function ideasForMap({ byDay }: PlanData): MapPoint[] {
  return stopsOf(byDay, null).flatMap((stop) => pointOf(stop, null) ?? []);
}

function pointsOf(stops: readonly StopDto[], day: DepartureDay, wayOf: LegOf): MapPoint[] {
  let number = 0;
  let at: { index: number; stop: StopDto; point: MapPoint } | null = null;
  let isAfterGap = false;
  return stops.flatMap((stop, index) => {
    const point = pointOf(stop, hasNumber(stop) ? ++number : null);
    if (!point) {
      isAfterGap = at !== null;
      return [];
    }
    const ride = at && plannedDeparture(at.stop, stop, day, stops.slice(0, at.index));
    const way = at && !isAfterGap && wayOf(at.point, point, stop.travelMode, ride);
    const made = { ...point, ...(way && { way }), ...(isAfterGap && { isAfterGap }) };
    at = { index, stop, point };
    isAfterGap = false;
    return [made];
  });
}

function pointOf(stop: StopDto, number: number | null): MapPoint | null {
  if (!stop.place) return null;
  const { lat, lng } = stop.place;
  const kind = stop.category === "lodging" || stop.category === "transport" ? stop.category : "stop";
  return { stopId: stop.id, number, name: stop.name, lat, lng, time: stop.startTime, kind };
}
