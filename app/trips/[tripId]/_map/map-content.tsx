import type { Map as MapLibreMap } from "maplibre-gl";
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import {
  fitPoints,
  type CameraMove,
  zoomIntoCluster,
  panIntoView,
  centerStop,
  showDestination,
} from "./camera.ts";
import { EMBEDDED_ALONE, hasStreets } from "#lib/shared/map-sources.ts";
import { Credits } from "./credits.tsx";
import { MapControls } from "./map-controls.tsx";
import { MapLegend } from "./map-key.tsx";
import {
  findPoint,
  type MapPadding,
  markerItems,
  type TripMapHandle,
  type TripMapProps,
} from "../_base/places/map-model.ts";
import { PinMark } from "./map-pin.tsx";
import { MapScale } from "./map-scale.tsx";
import type { Destination } from "./base-map-renderer.ts";
import styles from "./map.module.css";
import { Markers } from "./markers.tsx";
import { routesOf } from "./routes.ts";
import { Crosshair } from "./crosshair.tsx";
import { PositionMark } from "./position-mark.tsx";
import { useMyPosition } from "./use-my-position.ts";
import { useMapLongPress } from "./use-press.ts";
import { useNameCursor, useTap } from "./use-tap.ts";
import { useDaysInView } from "./use-days-in-view.ts";
import type { LiveMap } from "./use-map.ts";

interface MapContentProps extends TripMapProps {
  live: LiveMap;
  covered: MapPadding;
  town: Destination | null;
}

/** Everything on the map and around its edges: markers, controls, legend, scale and credits. */
export function MapContent({ live, covered, town, ...props }: MapContentProps) {
  const { days, ideas, activeDayId, selectedStopId, locale, labels } = props;
  const { map, scene, ground, lacksStreets } = live;
  const items = useMemo(() => markerItems(days, ideas, activeDayId), [days, ideas, activeDayId]);
  const routes = useMemo(() => routesOf(days, activeDayId), [days, activeDayId]);
  const daysInView = useDaysInView(map, days, activeDayId);
  useEffect(() => scene.showNames({ locale, destination: town }), [scene, locale, town]);
  useEffect(() => scene.rename(labels.map), [scene, labels.map]);

  useMapLongPress(map, covered, props.onPress);
  useTap(map, locale, props.onTap);
  useNameCursor(map, locale);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const mine = useMyPosition(map, covered, labels);
  const handle = useHandle(map, props, covered);
  const stayFor = useCameraOnSelection(map, props, covered);
  useCameraOnDestination(map, town, {
    covered,
    animate: true,
    hasStreets: hasStreets(props.sources ?? EMBEDDED_ALONE),
  });
  function select(stopId: string) {
    stayFor(stopId);
    props.onSelect(stopId);
  }

  const hasDay = days.some((day) => day.id === activeDayId && day.points.length > 0);
  const { top, right, bottom, left } = covered;
  const edges: CSSProperties = {
    paddingTop: top,
    paddingRight: right,
    paddingBottom: bottom,
    paddingLeft: left,
  };
  return (
    <>
      {createPortal(
        <>
          {props.onPress && <Crosshair covered={covered} />}
          <div ref={setLayer} className={styles.layer} />
          <Markers
            map={map}
            gridded={ground === "embedded"}
            items={items}
            routes={routes}
            keyDays={daysInView}
            selectedStopId={selectedStopId}
            hoveredStopId={props.hoveredStopId}
            watchers={props.watchers}
            covered={covered}
            labels={labels}
            onSelect={select}
            onHover={props.onHover}
            onReach={(point) => panIntoView(map, point, { covered, animate: true })}
            onPart={(points, zoom) => zoomIntoCluster(map, points, zoom, { covered, animate: true })}
          />
          {mine.position && (
            <PositionMark map={map} position={mine.position} heading={mine.heading} label={labels.position} />
          )}
          {props.pin && <PinMark map={map} pin={props.pin} />}
        </>,
        map.getCanvasContainer(),
      )}
      <div className="pointer-events-none absolute inset-0" style={edges}>
        <div className="flex h-full flex-col justify-between p-3">
          <div className="flex min-h-0 flex-col gap-2">
            <MapControls
              map={map}
              labels={labels}
              onFitDay={hasDay && activeDayId !== null ? () => handle.fitDay(activeDayId) : undefined}
              onFitTrip={items.length > 0 ? handle.fitTrip : undefined}
              day={days.find(({ id }) => id === activeDayId)}
              mine={mine}
              around={props.around}
            />
            {props.around?.panel(map, layer)}
          </div>
          <div className="flex items-end justify-between gap-3 phone:flex-col phone:items-start phone:gap-2">
            {/* The legend is of no use if the trip has one day only. */}
            {days.length > 1 ? (
              <MapLegend
                days={daysInView}
                activeDayId={activeDayId}
                labels={labels}
                onDaySelect={props.onDaySelect}
              />
            ) : null}
            <div
              data-panel
              className="ml-auto flex shrink-0 flex-wrap items-end justify-end gap-x-3 rounded-xs bg-map-land/80 px-1 text-xs text-map-text"
            >
              {lacksStreets ? <span role="status">{labels.streetsMissing}</span> : null}
              <MapScale map={map} locale={locale} label={labels.scale} />
              <Credits map={map} ground={ground} licences={labels.licences} />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

function useHandle(
  map: MapLibreMap,
  { days, ideas, onMapReady }: TripMapProps,
  covered: MapPadding,
): TripMapHandle {
  const move: CameraMove = { covered, animate: true };
  // The handle stays the same object and always moves the camera for the latest plan.
  const latest = useRef<TripMapHandle | null>(null);
  const now: TripMapHandle = {
    fitDay: (dayId) => fitPoints(map, days.find(({ id }) => id === dayId)?.points ?? [], move),
    fitTrip: () => {
      const planned = days.flatMap(({ points }) => points);
      fitPoints(map, planned.length > 0 ? planned : ideas, move);
    },
    showStop: (stopId) => {
      const point = findPoint({ days, ideas }, stopId);
      if (point) centerStop(map, point, move);
    },
  };
  useEffect(() => {
    latest.current = now;
  });
  const ready = useEffectEvent((handle: TripMapHandle | null) => onMapReady?.(handle));
  useEffect(() => {
    ready({
      fitDay: (dayId) => latest.current?.fitDay(dayId),
      fitTrip: () => latest.current?.fitTrip(),
      showStop: (stopId) => latest.current?.showStop(stopId),
    });
    return () => ready(null);
  }, []);
  return now;
}

/** Moves the camera to the destination when it is chosen, as long as no stop has a place. */
function useCameraOnDestination(
  map: MapLibreMap,
  town: Destination | null,
  move: Parameters<typeof showDestination>[2],
) {
  const key = town && `${town.lat},${town.lng}`;
  const shown = useRef(key);
  const go = useEffectEvent((now: string | null) => {
    if (now !== null && now !== shown.current) showDestination(map, town, move);
    shown.current = now;
  });
  useEffect(() => go(key), [key]);
}

/**
 * Moves the camera to the stop that was selected outside of the map. A stop that was selected on the map is visible
 * already, and the camera moves only if the drawer now covers it.
 */
function useCameraOnSelection(
  map: MapLibreMap,
  { days, ideas, selectedStopId }: TripMapProps,
  covered: MapPadding,
) {
  const pickedHere = useRef<string | null>(null);
  const shown = useRef(selectedStopId);
  const isPlaced = findPoint({ days, ideas }, selectedStopId) !== null;
  const go = useEffectEvent((stopId: string | null, hasPlace: boolean, now: MapPadding) => {
    const point = hasPlace ? findPoint({ days, ideas }, stopId) : null;
    const move: CameraMove = { covered: now, animate: true };
    const isNew = shown.current !== stopId && pickedHere.current !== stopId;
    pickedHere.current = null;
    // A selected stop without a place is not recorded, so that the camera moves to it as soon as it gets a place.
    shown.current = point ? stopId : null;
    if (point) (isNew ? centerStop : panIntoView)(map, point, move);
  });
  useEffect(() => go(selectedStopId, isPlaced, covered), [selectedStopId, isPlaced, covered]);
  return (stopId: string) => {
    pickedHere.current = stopId;
  };
}
