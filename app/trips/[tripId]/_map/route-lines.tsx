import { type CSSProperties, memo } from "react";
import styles from "./map.module.css";
import type { Route } from "./routes.ts";

/** The routes of all days; the overlay sets the path of each whenever the view changes. */
export const RouteLines = memo(function RouteLines({ routes }: { routes: readonly Route[] }) {
  return (
    <svg className={styles.routes} aria-hidden>
      {routes.map(({ key, tone, quiet, mode }) => (
        <path
          key={key}
          className={styles.route}
          style={{ "--day": `var(--color-day-${tone})` } as CSSProperties}
          data-route={key}
          data-quiet={quiet || undefined}
          data-mode={mode}
        />
      ))}
    </svg>
  );
});
