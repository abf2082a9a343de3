"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { MapSources } from "#lib/shared/map-sources.ts";
import type { MapPoint } from "../_base/places/map-model.ts";
import { TripMap } from "../_map/trip-map.tsx";
import { useMapLabels } from "../_map/use-map-labels.ts";
import type { Row } from "../_paste/rows.ts";

const NOBODY = new Map();
const nothing = () => undefined;

type PasteMapProps = { rows: readonly Row[]; dayId: string | null; sources: MapSources };

/** Shows all rows that have a place, with the numbers of the list; renders nothing if there are none. */
export function PasteMap({ rows, dayId, sources }: PasteMapProps) {
  const formats = useFormats();
  const labels = useMapLabels();
  const locale = useLocale();
  const days = useTrip((trip) => trip.days);
  const at = days.findIndex(({ id }) => id === dayId);
  const date = days[at]?.date;
  const shown = useMemo(() => {
    const points = rows.flatMap((row): MapPoint[] => pointOf(row));
    const label = date === undefined ? "" : formats.day(date, { weekday: true });
    return [{ id: "pasted", index: at + 1 || 1, label, points }];
  }, [rows, at, date, formats]);
  if (!rows.some(({ number }) => number !== null)) return null;
  return (
    <div className="mt-3 h-52 overflow-clip rounded-md phone:h-44">
      <TripMap
        key={rows.length}
        days={shown}
        ideas={[]}
        selectedStopId={null}
        hoveredStopId={null}
        watchers={NOBODY}
        activeDayId={null}
        onSelect={nothing}
        onHover={nothing}
        sources={sources}
        locale={locale}
        labels={labels}
      />
    </div>
  );
}

function pointOf({ key, number, part: { place, name, startTime } }: Row): MapPoint[] {
  if (!place || number === null) return [];
  const { lat, lng } = place;
  return [{ stopId: String(key), number, name, lat, lng, time: startTime, isAfterGap: true }];
}
