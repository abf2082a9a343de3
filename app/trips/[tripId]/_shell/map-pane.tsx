"use client";

import { useLocale } from "next-intl";
import { useEffect, useMemo, useRef } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useIsPhone } from "#app/_ui/use-media.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { mapDays, mapIdeas } from "../_plan/map-points.ts";
import { useShownPlan } from "../_plan/plan-data.tsx";
import type { TripMapHandle } from "../_map/map-model.ts";
import { TripMap } from "../_map/trip-map.tsx";
import { useMapLabels } from "../_map/use-map-labels.ts";
import { useWayOf } from "../_ways/way-of.ts";
import { openRowOf, useView, useViewState } from "./view.tsx";

const DRAWER_PX = 392;
/** How long a day has to stay in view before the map goes there. */
const SETTLE_MS = 350;

type MapPaneProps = { styleUrl: string | null; onPickDay: (dayId: string) => void };

/** The map in step with the plan: same numbers, same day, same stop. */
export function MapPane({ styleUrl, onPickDay }: MapPaneProps) {
  const view = useView();
  const formats = useFormats();
  const wayOf = useWayOf();
  const phone = useIsPhone();
  const plan = useShownPlan();
  const destination = useTrip((trip) => trip.destination);
  const stopId = useViewState((state) => state.stopId);
  const hoveredId = useViewState((state) => state.hoveredId);
  const activeDayId = useViewState((state) => state.activeDayId);
  const days = useMemo(() => mapDays(plan, formats, wayOf), [plan, formats, wayOf]);
  const ideas = useMemo(() => mapIdeas(plan), [plan]);
  const handle = useRef<TripMapHandle | null>(null);
  useFollowDay(handle, activeDayId);
  const hasDetails = useViewState((state) => openRowOf(state) !== null || state.talk);
  const padding = useMemo(() => ({ right: hasDetails && !phone ? DRAWER_PX : 0 }), [hasDetails, phone]);
  const target = useMemo(() => pointOf(destination), [destination]);

  return (
    <TripMap
      days={days}
      ideas={ideas}
      selectedStopId={stopId}
      hoveredStopId={hoveredId}
      activeDayId={activeDayId}
      onSelect={view.openStop}
      onHover={(id) => view.set({ hoveredId: id })}
      onDaySelect={onPickDay}
      onMapReady={(ready) => {
        handle.current = ready;
      }}
      padding={padding}
      destination={target}
      styleUrl={styleUrl}
      locale={useLocale()}
      labels={useMapLabels()}
    />
  );
}

function pointOf(destination: { name: string; lat?: number; lng?: number } | null) {
  if (destination?.lat === undefined || destination.lng === undefined) return null;
  return { name: destination.name, lat: destination.lat, lng: destination.lng };
}

/** Goes to the day in view once scrolling has settled, unless a stop is open. */
function useFollowDay(handle: { current: TripMapHandle | null }, dayId: string | null) {
  const view = useView();
  const first = useRef(dayId);
  useEffect(() => {
    if (dayId === null || dayId === first.current) return undefined;
    first.current = null;
    const timer = setTimeout(() => {
      if (view.get().stopId === null) handle.current?.fitDay(dayId);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [handle, dayId, view]);
}
