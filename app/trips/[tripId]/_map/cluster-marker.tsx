import type { Map as MapLibreMap } from "maplibre-gl";
import { type CSSProperties, useEffect, useRef } from "react";
import { Menu, MenuItem } from "#app/_ui/menu.tsx";
import type { Cluster } from "./clusters.ts";
import type { MapEntry } from "./map-entries.ts";
import { dayTone, type MapLabels, type MarkerItem } from "../_base/places/map-model.ts";
import styles from "./map.module.css";

interface ClusterMarkerProps {
  map: MapLibreMap;
  cluster: Cluster;
  entry: MapEntry;
  nameOf: MapLabels["cluster"];
  tabStop: boolean;
  onSelect: (stopId: string) => void;
}

/** Shows several stops as their number. A press zooms in until they come apart, or lists them if they never do. */
export function ClusterMarker({ map, cluster, entry, nameOf, tabStop, onSelect }: ClusterMarkerProps) {
  const { first, items } = entry;
  const day = cluster.dayId === null ? null : first.day;
  const count = cluster.stopIds.length;
  const name = nameOf({ count, day, parts: cluster.partsAt !== null });
  const button = (
    <button
      type="button"
      className={styles.button}
      style={{ ...(day ? toneOf(first) : {}), ...sizeOf(cluster) }}
      tabIndex={tabStop ? 0 : -1}
      aria-label={name}
    >
      <span className={styles.face}>{count}</span>
    </button>
  );
  return (
    <div
      className={styles.marker}
      data-cluster={cluster.id}
      data-first={first.point.stopId}
      data-look={cluster.inView ? "filled" : "hollow"}
      data-mixed={day ? undefined : true}
    >
      {cluster.partsAt === null ? (
        // The menu opens outside of the element on which the map listens to gestures: scrolling in it must not zoom
        // the map.
        <Menu trigger={button} align="center" into={map.getContainer()}>
          <StopItems map={map} items={items} onSelect={onSelect} />
        </Menu>
      ) : (
        button
      )}
    </div>
  );
}

interface StopItemsProps {
  map: MapLibreMap;
  items: readonly MarkerItem[];
  onSelect: (stopId: string) => void;
}

function StopItems({ map, items, onSelect }: StopItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  // The menu closes when the map moves, because it would not move along with its cluster.
  useEffect(() => {
    const close = () => list.current?.closest<HTMLElement>("[popover]")?.hidePopover();
    map.on("movestart", close);
    return () => void map.off("movestart", close);
  }, [map]);
  return (
    <div ref={list} role="none" className="max-w-72">
      {items.map((item) => (
        <MenuItem key={item.point.stopId} onSelect={() => onSelect(item.point.stopId)}>
          <span className={styles.item} style={toneOf(item)}>
            <span aria-hidden className={styles.bullet} />
            <span className="truncate">{item.point.name}</span>{" "}
            <span className="ml-auto shrink-0 pl-3 text-xs text-text-3">{item.day?.label}</span>
          </span>
        </MenuItem>
      ))}
    </div>
  );
}

/** Sets the diameter of a cluster's circle without its ring of 2 px. */
function sizeOf({ radius }: Cluster): CSSProperties {
  return { "--size": `${2 * radius - 4}px` } as CSSProperties;
}

function toneOf({ day }: MarkerItem): CSSProperties | undefined {
  return day ? ({ "--day": `var(--color-day-${dayTone(day)})` } as CSSProperties) : undefined;
}
