import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import type { MapDay } from "../_base/places/map-model.ts";
import { nearestLng } from "../_model/places/projection.ts";

/** The days with a stop on the visible part of the map, and always the day in view. */
export function useDaysInView(
  map: MapLibreMap,
  days: readonly MapDay[],
  activeDayId: string | null,
): readonly MapDay[] {
  const [shown, setShown] = useState<readonly MapDay[]>([]);
  useEffect(() => {
    const look = () => {
      const now = days.filter(
        (day) => day.points.length > 0 && (day.id === activeDayId || isVisible(map, day)),
      );
      setShown((before) => (isSameList(before, now) ? before : now));
    };
    look();
    map.on("moveend", look);
    map.on("resize", look);
    return () => {
      map.off("moveend", look);
      map.off("resize", look);
    };
  }, [map, days, activeDayId]);
  return shown;
}

function isVisible(map: MapLibreMap, day: MapDay): boolean {
  const bounds = map.getBounds();
  const center = map.getCenter().lng;
  return day.points.some(({ lat, lng }) => bounds.contains([nearestLng(lng, center), lat]));
}

function isSameList(before: readonly MapDay[], now: readonly MapDay[]): boolean {
  return before.length === now.length && before.every((day, index) => day === now[index]);
}
