import { Binoculars, LocateFixed, Locate, Maximize, Minus, Plus, Route } from "lucide-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState, type ReactNode } from "react";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { OpenInNavigationAppMenu } from "./open-day-in.tsx";
import type { MapPanelToggle, MapDay, MapLabels } from "../_base/places/map-model.ts";
import type { MyPosition } from "./use-my-position.ts";

interface MapControlsProps {
  map: MapLibreMap;
  labels: MapLabels;
  /** Moves the camera so that all points of the day in view are visible; undefined if the day has no points. */
  onFitDay: (() => void) | undefined;
  onFitTrip: (() => void) | undefined;
  /** The day in view. */
  day: MapDay | undefined;
  mine: MyPosition;
  around: MapPanelToggle | undefined;
}

export function MapControls({ map, labels, onFitDay, onFitTrip, day, mine, around }: MapControlsProps) {
  const { atMin, atMax } = useZoomEnds(map);
  return (
    <div role="group" aria-label={labels.controls} className="pointer-events-none flex gap-2">
      {(onFitDay || onFitTrip) && (
        <Group>
          {onFitDay && <IconButton label={labels.fitDay} icon={Route} onClick={onFitDay} />}
          {onFitTrip && <IconButton label={labels.fitTrip} icon={Maximize} onClick={onFitTrip} />}
          {day && <OpenInNavigationAppMenu day={day} into={map.getContainer()} />}
        </Group>
      )}
      <Group>
        <IconButton label={labels.zoomIn} icon={Plus} aria-disabled={atMax} onClick={() => map.zoomIn()} />
        <IconButton label={labels.zoomOut} icon={Minus} aria-disabled={atMin} onClick={() => map.zoomOut()} />
      </Group>
      <Group>
        <IconButton
          label={labels.position}
          icon={mine.isFollowed && mine.state !== "off" ? LocateFixed : Locate}
          aria-pressed={mine.state !== "off"}
          aria-busy={mine.state === "asked"}
          className={mine.state === "asked" ? "animate-pulse" : ""}
          onClick={mine.press}
        />
      </Group>
      {around && (
        <Group>
          <IconButton
            label={around.label}
            icon={Binoculars}
            aria-pressed={around.isOpen}
            onClick={around.onToggle}
          />
        </Group>
      )}
    </div>
  );
}

function Group({ children }: { children: ReactNode }) {
  return (
    <div data-panel className="pointer-events-auto flex rounded-md bg-raised p-0.5 shadow-1 touch:p-0">
      {children}
    </div>
  );
}

function useZoomEnds(map: MapLibreMap) {
  const [ends, setEnds] = useState({ atMin: false, atMax: false });
  useEffect(() => {
    const look = () => {
      const zoom = map.getZoom();
      const [atMin, atMax] = [zoom <= map.getMinZoom(), zoom >= map.getMaxZoom()];
      setEnds((before) => (before.atMin === atMin && before.atMax === atMax ? before : { atMin, atMax }));
    };
    look();
    map.on("zoom", look);
    return () => void map.off("zoom", look);
  }, [map]);
  return ends;
}
