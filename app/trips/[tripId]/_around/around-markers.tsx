"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useLayoutEffect, useRef } from "react";
import { Icon } from "#app/_ui/icon.tsx";
import type { AroundCategory } from "#lib/shared/around-categories.ts";
import { nearestLng } from "../_model/places/projection.ts";
import { AROUND_ICONS } from "./around-icons.ts";
import styles from "./around.module.css";
import { idOfPlace } from "./place-id.ts";
import type { MapPlace } from "../_model/places/seen-place.ts";
import { usePlaceTitles } from "../_base/places/use-place-titles.ts";

interface AroundMarkersProps {
  map: MapLibreMap;
  places: readonly MapPlace[];
  category: AroundCategory;
  seen: MapPlace | null;
  onSee: (place: MapPlace) => void;
}

/**
 * Marks the found places on the map, smaller than stops and without colour. They are not focusable; keyboard users
 * have the list.
 */
export function AroundMarkers({ map, places, category, seen, onSee }: AroundMarkersProps) {
  const root = useRef<HTMLDivElement>(null);
  const titles = usePlaceTitles();
  useOnMap(map, root, places);
  return (
    <div ref={root} className={styles.marks}>
      {places.map((place) => (
        <button
          key={idOfPlace(place)}
          type="button"
          tabIndex={-1}
          title={titles.title(place)}
          aria-label={titles.title(place)}
          data-around
          data-seen={seen !== null && idOfPlace(seen) === idOfPlace(place) ? "" : undefined}
          className={styles.mark}
          onClick={() => onSee(place)}
        >
          <span>
            <Icon of={AROUND_ICONS[category]} size={14} />
          </span>
        </button>
      ))}
    </div>
  );
}

/** A mark that is nearer than this to another one is drawn without its icon. */
const ROOM_PX = 24;

function useOnMap(
  map: MapLibreMap,
  root: { current: HTMLElement | null },
  places: readonly MapPlace[],
): void {
  useLayoutEffect(() => {
    const marks = [...(root.current?.children ?? [])].filter((mark) => mark instanceof HTMLElement);
    const spotOf = ({ lat, lng }: MapPlace) => map.project([nearestLng(lng, map.getCenter().lng), lat]);
    const place = () => {
      for (const [index, mark] of marks.entries()) {
        const at = places[index];
        if (!at) continue;
        const { x, y } = spotOf(at);
        mark.style.transform = `translate(${x}px, ${y}px)`;
      }
    };
    const crowd = () => {
      const taken: { x: number; y: number }[] = [];
      for (const [index, mark] of marks.entries()) {
        const at = places[index];
        if (!at) continue;
        const spot = spotOf(at);
        const isCrowded = taken.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < ROOM_PX);
        mark.dataset["face"] = isCrowded ? "dot" : "icon";
        if (!isCrowded) taken.push(spot);
      }
    };
    place();
    crowd();
    map.on("move", place);
    map.on("zoomend", crowd);
    return () => {
      map.off("move", place);
      map.off("zoomend", crowd);
    };
  }, [map, root, places]);
}
