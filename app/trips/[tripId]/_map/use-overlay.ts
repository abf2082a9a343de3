import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { type Cluster, Clusters } from "./clusters.ts";
import type { MapDay, MapPadding, MapWatchers, MarkerItem } from "../_base/places/map-model.ts";
import { nameWidth } from "./name-width.ts";
import { Overlay, type OverlayMarker } from "./overlay.ts";
import type { Route } from "./routes.ts";

const RADIUS = 12;
/** The radius of the selected marker with its halo. */
const SELECTED_RADIUS = 19;

interface Shown {
  items: readonly MarkerItem[];
  routes: readonly Route[];
  keyDays: readonly MapDay[];
  selectedStopId: string | null;
  hoveredStopId: string | null;
  /** The other members who have a stop open, by the id of the stop. Such a stop is not joined into a cluster. */
  watchers: MapWatchers;
  covered: MapPadding;
  /** The clusters whose elements are in the root; `onClusters` requests others. */
  clusters: readonly Cluster[];
  onClusters: (clusters: readonly Cluster[]) => void;
}

/** Positions the elements in `root`, again whenever the plan, the hovered or selected stop, or the map change. */
export function useOverlay(
  map: MapLibreMap,
  root: RefObject<HTMLElement | null>,
  shown: Shown,
): RefObject<Overlay | null> {
  const { items, routes, keyDays, selectedStopId, hoveredStopId, watchers, covered, clusters } = shown;
  const overlay = useRef<Overlay | null>(null);
  const markers = useMemo(
    () => byImportance(items, { selectedStopId, hoveredStopId, watchers }),
    [items, selectedStopId, hoveredStopId, watchers],
  );
  const all = useMemo(() => clustersOf(items), [items]);
  const ask = useEffectEvent(shown.onClusters);
  useLayoutEffect(() => {
    if (!root.current) return undefined;
    const made = new Overlay(map, root.current, (asked) => ask(asked));
    overlay.current = made;
    return () => {
      made.destroy();
      overlay.current = null;
    };
  }, [map, root]);
  useLayoutEffect(
    () => overlay.current?.show({ markers, clusters: all, routes, keyDays, covered }),
    [markers, all, routes, keyDays, covered],
  );
  useLayoutEffect(() => overlay.current?.adopt(clusters), [clusters]);
  return overlay;
}

function byImportance(
  items: readonly MarkerItem[],
  { selectedStopId, hoveredStopId, watchers }: Pick<Shown, "selectedStopId" | "hoveredStopId" | "watchers">,
): OverlayMarker[] {
  const rank = ({ point, look }: MarkerItem) => {
    if (point.stopId === selectedStopId) return 0;
    if (point.stopId === hoveredStopId) return 1;
    if (watchers.has(point.stopId)) return 2;
    return { filled: 3, proposal: 3, hollow: 4, idea: 5 }[look];
  };
  return items
    .map((item): OverlayMarker => {
      const { stopId, lat, lng, name } = item.point;
      const forced = stopId === selectedStopId || stopId === hoveredStopId;
      return {
        id: stopId,
        lat,
        lng,
        radius: stopId === selectedStopId ? SELECTED_RADIUS : RADIUS,
        nameWidth: nameWidth(name),
        forced,
        rank: rank(item),
        alone: forced || item.look === "proposal" || watchers.has(stopId),
      };
    })
    .toSorted((a, b) => a.rank - b.rank);
}

function clustersOf(items: readonly MarkerItem[]): Clusters {
  return new Clusters(
    items.map(({ point: { stopId, lat, lng }, day, look }) => ({
      id: stopId,
      lat,
      lng,
      dayId: day?.id ?? null,
      inView: look === "filled" || look === "proposal",
    })),
  );
}
