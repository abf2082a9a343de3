import { BedDouble, TrainFront } from "lucide-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { type CSSProperties, memo, useRef, useState } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import {
  dayTone,
  type MapDay,
  type MapLabels,
  type MapPadding,
  type MapPoint,
  type MarkerItem,
} from "./map-model.ts";
import styles from "./map.module.css";
import { RouteLines } from "./route-lines.tsx";
import type { Route } from "./routes.ts";
import { useMarkerEvents } from "./use-marker-events.ts";
import { useOverlay } from "./use-overlay.ts";

interface MarkersProps {
  map: MapLibreMap;
  items: readonly MarkerItem[];
  routes: readonly Route[];
  /** The days that the key lists. */
  keyDays: readonly MapDay[];
  /** Whether the ground below is the embedded map, which is bare between coasts. */
  gridded: boolean;
  selectedStopId: string | null;
  hoveredStopId: string | null;
  covered: MapPadding;
  labels: MapLabels;
  onSelect: (stopId: string) => void;
  onHover: (stopId: string | null) => void;
  onReach: (point: MapPoint) => void;
}

/** One tab stop for all markers; arrow keys walk through them in the plan's order. */
export function Markers(props: MarkersProps) {
  const { map, items, routes, gridded, selectedStopId, hoveredStopId, labels, onReach } = props;
  const root = useRef<HTMLDivElement>(null);
  const [reachedId, setReachedId] = useState<string | null>(null);
  const overlay = useOverlay(map, root, props);
  useMarkerEvents(map, root, overlay, {
    ...props,
    onReach: ({ point }) => {
      setReachedId(point.stopId);
      onReach(point);
    },
  });
  const ids = items.map(({ point }) => point.stopId);
  const tabStop = [reachedId, selectedStopId].find((id) => id !== null && ids.includes(id)) ?? ids[0];

  return (
    <div ref={root} role="group" aria-label={labels.stops} className={styles.layer}>
      {gridded && <div data-grid className={styles.grid} />}
      <RouteLines routes={routes} />
      {items.map((item) => {
        const { stopId } = item.point;
        return (
          <Marker
            key={stopId}
            item={item}
            nameOf={labels.marker}
            selected={stopId === selectedStopId}
            hovered={stopId === hoveredStopId}
            tabStop={stopId === tabStop}
          />
        );
      })}
    </div>
  );
}

interface MarkerProps {
  item: MarkerItem;
  nameOf: MapLabels["marker"];
  selected: boolean;
  hovered: boolean;
  tabStop: boolean;
}

const Marker = memo(function Marker({ item, nameOf, selected, hovered, tabStop }: MarkerProps) {
  const { point, day, look } = item;
  const kind = point.kind ?? "stop";
  const icon = { lodging: BedDouble, transport: TrainFront, stop: null, proposal: null }[kind];
  return (
    <div
      className={styles.marker}
      data-marker={point.stopId}
      data-look={look}
      data-kind={kind}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
      data-bare={(!icon && point.number === null && look !== "idea") || undefined}
    >
      <button
        type="button"
        className={styles.button}
        style={day ? ({ "--day": `var(--color-day-${dayTone(day)})` } as CSSProperties) : undefined}
        tabIndex={tabStop ? 0 : -1}
        aria-label={nameOf(point, day)}
        aria-current={selected || undefined}
      >
        <span className={styles.face}>{icon ? <Icon of={icon} size={14} /> : point.number}</span>{" "}
        <span className={styles.name} aria-hidden>
          {point.name}
        </span>
      </button>
    </div>
  );
});
