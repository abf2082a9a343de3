import type { Map as MapLibreMap } from "maplibre-gl";
import type { Point } from "#lib/shared/legs.ts";
import { destinationZoom } from "./destination-zoom.ts";
import { boundsOf, framePadding, type Size, visibleOffset } from "./framing.ts";
import type { MapPadding } from "../_base/places/map-model.ts";
import type { Destination } from "./base-map-renderer.ts";

/** The largest zoom of the camera when it frames points; at this zoom two temples of one street are drawn apart. */
const STREET_ZOOM = 15;
const STOP_ZOOM = 14;
const DURATION_MS = 480;

export interface CameraMove {
  covered: MapPadding;
  /**
   * Whether the camera moves smoothly. MapLibre jumps at once when this is false or the reader prefers reduced
   * motion.
   */
  animate: boolean;
}

/** Moves the camera so that all of the points are visible; does nothing without any point. */
export function fitPoints(
  map: MapLibreMap,
  points: readonly Point[],
  { covered, animate }: CameraMove,
): void {
  const bounds = boundsOf(points);
  if (!bounds) return;
  const { west, south, east, north } = bounds;
  map.fitBounds([west, south, east, north], {
    padding: framePadding(covered, sizeOf(map)),
    maxZoom: STREET_ZOOM,
    linear: true,
    duration: animate ? DURATION_MS : 0,
  });
}

/**
 * Moves the camera so that all of the points are visible, at least at the zoom from which their cluster comes apart.
 */
export function zoomIntoCluster(
  map: MapLibreMap,
  points: readonly Point[],
  zoom: number,
  move: CameraMove,
): void {
  const bounds = boundsOf(points);
  if (!bounds) return;
  const { west, south, east, north } = bounds;
  const padding = framePadding(move.covered, sizeOf(map));
  const whole = map.cameraForBounds([west, south, east, north], { padding, maxZoom: STREET_ZOOM });
  map.easeTo({
    center: [(west + east) / 2, (south + north) / 2],
    zoom: Math.max(whole?.zoom ?? 0, zoom),
    offset: visibleOffset(move.covered, sizeOf(map)),
    duration: move.animate ? DURATION_MS : 0,
  });
}

/** Moves the camera so that the stop is in the middle of the uncovered part of the map; never zooms out. */
export function centerStop(map: MapLibreMap, { lat, lng }: Point, { covered, animate }: CameraMove): void {
  map.easeTo({
    center: [lng, lat],
    zoom: Math.max(map.getZoom(), STOP_ZOOM),
    offset: visibleOffset(covered, sizeOf(map)),
    duration: animate ? DURATION_MS : 0,
  });
}

/** Moves the camera of a trip without a located stop to its destination, or to the whole world if it has none. */
export function showDestination(
  map: MapLibreMap,
  destination: Destination | null,
  { covered, animate, hasStreets }: CameraMove & { hasStreets: boolean },
): void {
  map.easeTo({
    ...(destination
      ? { center: [destination.lng, destination.lat], zoom: destinationZoom(destination, hasStreets) }
      : { center: [10, 25], zoom: 1 }),
    offset: visibleOffset(covered, sizeOf(map)),
    duration: animate ? DURATION_MS : 0,
  });
}

/** Moves the camera to the point, without a change of zoom, only if the point is covered or outside of the map. */
export function panIntoView(map: MapLibreMap, point: Point, move: CameraMove): void {
  const { width, height } = sizeOf(map);
  const { x, y } = map.project([point.lng, point.lat]);
  const { top, right, bottom, left } = move.covered;
  if (x > left && x < width - right && y > top && y < height - bottom) return;
  map.easeTo({
    center: [point.lng, point.lat],
    offset: visibleOffset(move.covered, { width, height }),
    duration: move.animate ? DURATION_MS : 0,
  });
}

function sizeOf(map: MapLibreMap): Size {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { width, height };
}
