import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { MapDay, MapPadding, MarkerItem } from "./map-model.ts";
import { nameWidth } from "./name-width.ts";
import { Overlay, type OverlayMarker } from "./overlay.ts";
import type { Route } from "./routes.ts";

const RADIUS = 12;
/** With its halo. */
const SELECTED_RADIUS = 19;

interface Shown {
  items: readonly MarkerItem[];
  routes: readonly Route[];
  keyDays: readonly MapDay[];
  selectedStopId: string | null;
  hoveredStopId: string | null;
  covered: MapPadding;
}

/** Places what `root` holds, and again whenever the plan, the hover, the selection or the map change. */
export function useOverlay(
  map: MapLibreMap,
  root: RefObject<HTMLElement | null>,
  { items, routes, keyDays, selectedStopId, hoveredStopId, covered }: Shown,
): RefObject<Overlay | null> {
  const overlay = useRef<Overlay | null>(null);
  const markers = useMemo(
    () => byImportance(items, selectedStopId, hoveredStopId),
    [items, selectedStopId, hoveredStopId],
  );
  useLayoutEffect(() => {
    if (!root.current) return undefined;
    const made = new Overlay(map, root.current);
    overlay.current = made;
    return () => {
      made.destroy();
      overlay.current = null;
    };
  }, [map, root]);
  useLayoutEffect(
    () => overlay.current?.show({ markers, routes, keyDays, covered }),
    [markers, routes, keyDays, covered],
  );
  return overlay;
}

function byImportance(
  items: readonly MarkerItem[],
  selectedId: string | null,
  hoveredId: string | null,
): OverlayMarker[] {
  const rank = ({ point, look }: MarkerItem) => {
    if (point.stopId === selectedId) return 0;
    if (point.stopId === hoveredId) return 1;
    return { filled: 2, proposal: 2, hollow: 3, idea: 4 }[look];
  };
  return items
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ point }) => ({
      id: point.stopId,
      lat: point.lat,
      lng: point.lng,
      radius: point.stopId === selectedId ? SELECTED_RADIUS : RADIUS,
      nameWidth: nameWidth(point.name),
      forced: point.stopId === selectedId || point.stopId === hoveredId,
    }));
}
