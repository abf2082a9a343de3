import type { Map as MapLibreMap } from "maplibre-gl";
import { useLayoutEffect, useRef } from "react";
import styles from "./map.module.css";
import type { Position } from "./position-watch.ts";
import { metersPerPixel, nearestLng } from "../_model/places/projection.ts";

interface PositionMarkProps {
  map: MapLibreMap;
  position: Position;
  /** The direction in which the device points, in degrees clockwise from north; null if it is unknown. */
  heading: number | null;
  label: string;
}

/** The reader's position: a dot with the direction of view, in a disc whose radius is the accuracy. */
export function PositionMark({ map, position, heading, label }: PositionMarkProps) {
  const root = useRef<HTMLDivElement>(null);
  const disc = useRef<HTMLSpanElement>(null);
  const { lat, lng, accuracy } = position;
  useLayoutEffect(() => {
    const place = () => {
      const { x, y } = map.project([nearestLng(lng, map.getCenter().lng), lat]);
      const across = (2 * accuracy) / metersPerPixel(lat, map.getZoom());
      if (root.current) root.current.style.transform = `translate(${x}px, ${y}px)`;
      if (disc.current) disc.current.style.width = disc.current.style.height = `${across}px`;
    };
    place();
    map.on("move", place);
    return () => void map.off("move", place);
  }, [map, lat, lng, accuracy]);
  return (
    <div ref={root} role="img" aria-label={label} data-position className={styles.position}>
      <span ref={disc} className={styles.accuracy} />
      {heading === null ? null : (
        <span className={styles.heading} style={{ rotate: `${Math.round(heading)}deg` }} />
      )}
      <span className={styles.here} />
    </div>
  );
}
