import { useEffect, useMemo } from "react";
import type { Cluster } from "./clusters.ts";
import type { MarkerItem } from "./map-model.ts";
import type { MapScene, TakenSpot } from "./map-scene.ts";
import { worldPoint } from "./projection.ts";
import { RADIUS, SELECTED_RADIUS } from "./use-overlay.ts";

interface Shown {
  items: readonly MarkerItem[];
  clusters: readonly Cluster[];
  selectedStopId: string | null;
}

/** Tells the map below where markers stand, which its own names give way to. */
export function useTaken(scene: MapScene, { items, clusters, selectedStopId }: Shown): void {
  const taken = useMemo((): TakenSpot[] => {
    const clustered = new Set(clusters.flatMap(({ stopIds }) => stopIds));
    return [
      ...items
        .filter(({ point }) => !clustered.has(point.stopId))
        .map(({ point: { stopId, lat, lng } }) => {
          return { lat, lng, radius: stopId === selectedStopId ? SELECTED_RADIUS : RADIUS };
        }),
      ...clusters.map(({ x, y, radius }) => ({ ...worldPoint({ x, y }), radius })),
    ];
  }, [items, clusters, selectedStopId]);
  useEffect(() => scene.showTaken(taken), [scene, taken]);
}
