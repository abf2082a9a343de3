"use client";

import { useEffect, useMemo, useRef } from "react";
import { fitPoints, showDestination } from "./camera.ts";
import { MapContent } from "./map-content.tsx";
import { EMBEDDED_ALONE, hasStreets } from "#lib/shared/map-sources.ts";
import { findPoint, fullPadding, type MapPadding, type TripMapProps } from "../_base/places/map-model.ts";
import { MapNotice } from "./map-notice.tsx";
import styles from "./map.module.css";
import { type MapState, useMap } from "./use-map.ts";

export interface MapCanvasProps extends TripMapProps {
  onState: (state: MapState | "unavailable") => void;
}

/** The part of the trip's map that needs MapLibre; it is loaded only once the map can be seen. */
export default function MapCanvas(props: MapCanvasProps) {
  const { days, ideas, destination = null, sources = EMBEDDED_ALONE, locale, labels, onState } = props;
  const host = useRef<HTMLDivElement>(null);
  const covered = useCovered(props.padding);
  const town = days.some((day) => day.points.length > 0) || ideas.length > 0 ? null : destination;
  const live = useMap(host, {
    title: labels.map,
    locale,
    sources,
    destination: town,
    onState,
    onCreate: (map) => {
      const start = startPoints(props);
      const move = { covered, animate: false };
      if (start.length === 0) showDestination(map, destination, { ...move, hasStreets: hasStreets(sources) });
      else fitPoints(map, start, move);
    },
  });
  useEffect(() => {
    if (live === "unavailable") onState("unavailable");
  }, [live, onState]);
  return (
    <>
      <div ref={host} className={styles.host} />
      {live === "unavailable" && (
        <MapNotice title={labels.unavailable} hint={labels.unavailableHint} covered={covered} />
      )}
      {live !== null && live !== "unavailable" && (
        <MapContent {...props} live={live} covered={covered} town={town} />
      )}
    </>
  );
}

/**
 * Returns the points of the first view: the day in view, or the open stop if it belongs to another day; without
 * either every day, and without those the ideas.
 */
function startPoints({ days, ideas, activeDayId, selectedStopId }: TripMapProps) {
  const open = findPoint({ days, ideas }, selectedStopId);
  const inView = days.find(({ id }) => id === activeDayId)?.points ?? [];
  if (open && !inView.includes(open)) return [open];
  if (inView.length > 0) return inView;
  const planned = days.flatMap(({ points }) => points);
  return planned.length > 0 ? planned : ideas;
}

/** Returns the full padding, as the same object as long as its numbers are the same. */
function useCovered(padding: Partial<MapPadding> | undefined): MapPadding {
  const { top, right, bottom, left } = fullPadding(padding);
  return useMemo(() => ({ top, right, bottom, left }), [top, right, bottom, left]);
}
