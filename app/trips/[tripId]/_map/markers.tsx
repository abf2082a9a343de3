import { BedDouble, TrainFront } from "lucide-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { type CSSProperties, memo, useCallback, useMemo, useRef, useState } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import type { Point } from "#lib/shared/legs.ts";
import { ClusterMarker } from "./cluster-marker.tsx";
import type { Cluster } from "./clusters.ts";
import { elementOf, entriesOf, entryOf } from "./map-entries.ts";
import {
  dayTone,
  type MapDay,
  type MapLabels,
  type MapPadding,
  type MapWatcher,
  type MapWatchers,
  type MarkerItem,
} from "../_base/places/map-model.ts";
import styles from "./map.module.css";
import { MarkerWatchers } from "./marker-watchers.tsx";
import { RouteLines } from "./route-lines.tsx";
import type { Route } from "./routes.ts";
import { usePreservedFocus } from "./use-preserved-focus.ts";
import { useMarkerEvents } from "./use-marker-events.ts";
import { useOverlay } from "./use-overlay.ts";

interface MarkersProps {
  map: MapLibreMap;
  items: readonly MarkerItem[];
  routes: readonly Route[];
  /** The days that the map's legend lists. */
  keyDays: readonly MapDay[];
  /** Whether the ground below is the embedded map, which is bare between coasts. */
  gridded: boolean;
  selectedStopId: string | null;
  hoveredStopId: string | null;
  watchers: MapWatchers;
  covered: MapPadding;
  labels: MapLabels;
  onSelect: (stopId: string) => void;
  onHover: (stopId: string | null) => void;
  onReach: (point: Point) => void;
  /** Is called when a cluster is pressed that comes apart from `zoom` on. */
  onPart: (points: readonly Point[], zoom: number) => void;
}

/**
 * All markers and clusters of the map. Together they are one tab stop, and the arrow keys move through them in the
 * plan's order.
 */
export function Markers(props: MarkersProps) {
  const { map, items, routes, gridded, selectedStopId, hoveredStopId, watchers, labels } = props;
  const root = useRef<HTMLDivElement>(null);
  const [clusters, setClusters] = useState<readonly Cluster[]>([]);
  const [reachedId, setReachedId] = useState<string | null>(null);
  const entries = useMemo(() => entriesOf(items, clusters), [items, clusters]);
  const overlay = useOverlay(map, root, {
    ...props,
    clusters,
    onClusters: (asked) => {
      keepFocus();
      setClusters(asked);
    },
  });
  const keepFocus = usePreservedFocus(
    root,
    useCallback(
      (stopId) => {
        const entry = entryOf(entries, stopId);
        return entry ? elementOf(root.current, entry) : null;
      },
      [entries],
    ),
  );
  useMarkerEvents(map, root, overlay, {
    ...props,
    entries,
    onReach: ({ point }) => {
      setReachedId(point.stopId);
      props.onReach(point);
    },
  });
  const tabStop = entryOf(entries, reachedId) ?? entryOf(entries, selectedStopId) ?? entries[0];
  const clusterAt = useMemo(
    () => new Map(entries.flatMap((entry) => (entry.cluster ? [[entry.first, entry] as const] : []))),
    [entries],
  );

  return (
    <div
      ref={root}
      role="group"
      aria-label={labels.stops}
      className={styles.layer}
      data-foreign={!gridded || undefined}
    >
      {gridded && <div data-grid className={styles.grid} />}
      <RouteLines routes={routes} />
      {items.flatMap((item) => {
        const { stopId } = item.point;
        const entry = clusterAt.get(item);
        return [
          entry?.cluster && (
            <ClusterMarker
              key={`cluster ${entry.cluster.id}`}
              map={map}
              cluster={entry.cluster}
              entry={entry}
              nameOf={labels.cluster}
              tabStop={entry === tabStop}
              onSelect={props.onSelect}
            />
          ),
          <Marker
            key={stopId}
            item={item}
            labels={labels}
            watchers={watchers.get(stopId)}
            selected={stopId === selectedStopId}
            hovered={stopId === hoveredStopId}
            tabStop={tabStop?.cluster === null && item === tabStop.first}
          />,
        ];
      })}
    </div>
  );
}

interface MarkerProps {
  item: MarkerItem;
  labels: MapLabels;
  watchers: readonly MapWatcher[] | undefined;
  selected: boolean;
  hovered: boolean;
  tabStop: boolean;
}

const Marker = memo(function Marker({ item, labels, watchers, selected, hovered, tabStop }: MarkerProps) {
  const { point, day, look } = item;
  const kind = point.kind ?? "stop";
  const name = labels.marker(point, day);
  const icon = { lodging: BedDouble, transport: TrainFront, stop: null, proposal: null }[kind];
  return (
    <div
      className={styles.marker}
      data-marker={point.stopId}
      data-first={point.stopId}
      data-look={look}
      data-kind={kind}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
      data-watched={watchers !== undefined || undefined}
      style={watchers?.[0] ? ({ "--who": watchers[0].color } as CSSProperties) : undefined}
      data-bare={(!icon && point.number === null && look !== "idea") || undefined}
    >
      <button
        type="button"
        className={styles.button}
        style={day ? ({ "--day": `var(--color-day-${dayTone(day)})` } as CSSProperties) : undefined}
        tabIndex={tabStop ? 0 : -1}
        aria-label={watchers ? labels.watched(name, watchers) : name}
        aria-current={selected || undefined}
      >
        <span className={styles.face}>{icon ? <Icon of={icon} size={14} /> : point.number}</span>{" "}
        <span className={styles.name} aria-hidden>
          {point.name}
        </span>
      </button>
      {watchers && <MarkerWatchers watchers={watchers} />}
    </div>
  );
});
