import type { Map as MapLibreMap } from "maplibre-gl";
import { useLayoutEffect } from "react";
import { MapPin as PinIcon } from "lucide-react";
import { Icon } from "#app/_ui/icon.tsx";
import type { MapPin } from "../_base/places/map-model.ts";
import styles from "./map.module.css";
import { nearestLng } from "../_model/places/projection.ts";

/** Marks the spot where something is about to be added, and stays on it while the map moves. */
export function PinMark({ map, pin: { point, anchor } }: { map: MapLibreMap; pin: MapPin }) {
  useLayoutEffect(() => {
    const place = () => {
      const { x, y } = map.project([nearestLng(point.lng, map.getCenter().lng), point.lat]);
      if (anchor.current) anchor.current.style.transform = `translate(${x}px, ${y}px)`;
    };
    place();
    map.on("move", place);
    return () => void map.off("move", place);
  }, [map, point, anchor]);
  return (
    <span ref={anchor} data-pin className={styles.pin} aria-hidden>
      <Icon of={PinIcon} size={24} />
    </span>
  );
}
