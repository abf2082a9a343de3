"use client";

import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import type { MapCanvasProps } from "./map-canvas.tsx";
import { MapNotice } from "./map-notice.tsx";
import type { TripMapProps } from "../_base/places/map-model.ts";
import { whenSeen } from "../_model/when-seen.ts";

type Canvas = ComponentType<MapCanvasProps>;

/**
 * The trip's map. Its background is shown at once; MapLibre, which is most of what the page loads, is fetched once
 * the map can be seen.
 */
export function TripMap(props: TripMapProps) {
  const { labels } = props;
  const root = useRef<HTMLElement>(null);
  const [Canvas, setCanvas] = useState<Canvas | "failed" | null>(null);
  const load = useCallback(() => {
    import("./map-canvas.tsx").then(
      (loaded) => setCanvas(() => loaded.default),
      () => setCanvas("failed"),
    );
  }, []);
  useEffect(() => (root.current ? whenSeen(root.current, load) : undefined), [load]);
  // The state is no React state, because it changes with every movement and only tests read it.
  const report = useCallback<MapCanvasProps["onState"]>((state) => {
    if (root.current) root.current.dataset.mapState = state;
  }, []);

  return (
    <section ref={root} data-map-state="loading" className="relative size-full overflow-clip bg-map-land">
      {Canvas === null && <Placeholder hasAround={props.around !== undefined} />}
      {Canvas === "failed" && <MapNotice title={labels.failed} retry={{ label: labels.retry, run: load }} />}
      {Canvas !== null && Canvas !== "failed" && <Canvas {...props} onState={report} />}
    </section>
  );
}

/** Empty boxes in the positions of the controls and the legend. */
function Placeholder({ hasAround }: { hasAround: boolean }) {
  return (
    <div aria-hidden className="flex h-full flex-col justify-between p-3">
      <div className="flex gap-2">
        <span className="h-9 w-17 rounded-md bg-raised shadow-1 touch:h-11 touch:w-22" />
        <span className="h-9 w-17 rounded-md bg-raised shadow-1 touch:h-11 touch:w-22" />
        <span className="h-9 w-9 rounded-md bg-raised shadow-1 touch:h-11 touch:w-11" />
        {hasAround && <span className="h-9 w-9 rounded-md bg-raised shadow-1 touch:h-11 touch:w-11" />}
      </div>
      <span className="h-8 w-36 rounded-md bg-raised shadow-1 touch:h-11" />
    </div>
  );
}
