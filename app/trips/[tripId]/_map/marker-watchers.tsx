import type { CSSProperties } from "react";
import type { MapWatcher } from "../_base/places/map-model.ts";
import styles from "./map.module.css";

const MOST = 2;

/**
 * Shows the initials of the other members who have the stop open; the marker's accessible name contains their names.
 */
export function MarkerWatchers({ watchers }: { watchers: readonly MapWatcher[] }) {
  const rest = watchers.length - MOST;
  return (
    <span className={styles.watchers} aria-hidden>
      {watchers.slice(0, MOST).map(({ id, initial, color }) => (
        <span key={id} className={styles.watcher} style={{ "--who": color } as CSSProperties}>
          {initial}
        </span>
      ))}
      {rest > 0 && (
        <span className={styles.watcher} style={{ "--who": "var(--color-p7s)" } as CSSProperties}>
          +{rest}
        </span>
      )}
    </span>
  );
}
