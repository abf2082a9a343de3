import type { MapPadding } from "../_base/places/map-model.ts";
import styles from "./map.module.css";

/**
 * A crosshair in the middle of the uncovered part of the map, for readers who move the map by keyboard; it shows while
 * the map has the focus.
 */
export function Crosshair({ covered: { top, right, bottom, left } }: { covered: MapPadding }) {
  const at = { left: `calc(50% + ${(left - right) / 2}px)`, top: `calc(50% + ${(top - bottom) / 2}px)` };
  return <span data-crosshair className={styles.crosshair} style={at} aria-hidden />;
}
