import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useEffectEvent, useState } from "react";
import { toast } from "#app/_ui/toast.ts";
import { centerStop } from "./camera.ts";
import type { MapLabels, MapPadding } from "../_base/places/map-model.ts";
import type { PositionTrouble } from "../_base/places/map-model.ts";
import { type Position, watchPosition } from "./position-watch.ts";

export interface MyPosition {
  /** `asked`: the position is requested and not known yet. */
  state: "off" | "asked" | "shown";
  position: Position | null;
  /** The direction in which the device points, in degrees clockwise from north; null if it is unknown. */
  heading: number | null;
  /** Whether the map moves along with the reader. */
  isFollowed: boolean;
  /**
   * Handles a press of the button: shows the reader's position; if it is shown, follows it again; if the map follows
   * it already, hides it.
   */
  press: () => void;
}

/** Shows the reader's position on the map, from the first request on. */
export function useMyPosition(map: MapLibreMap, covered: MapPadding, labels: MapLabels): MyPosition {
  const [isOn, setOn] = useState(false);
  const [isFollowed, setFollowed] = useState(false);
  const [position, setPosition] = useState<Position | null>(null);
  const [heading, setHeading] = useState<number | null>(null);

  const onPosition = useEffectEvent((now: Position) => {
    setPosition(now);
    if (isFollowed) centerStop(map, now, { covered, animate: true });
  });
  const onTrouble = useEffectEvent((trouble: PositionTrouble) => {
    // A failure to determine a newer position is ignored, because a slightly outdated position is better than none.
    if (position !== null && trouble === "unknown") return;
    setOn(false);
    toast(labels.positionTrouble(trouble), { id: "position", problem: true });
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = watchPosition({
      onPosition: (now) => onPosition(now),
      onHeading: setHeading,
      onTrouble: (trouble) => onTrouble(trouble),
    });
    const leave = map.on("dragstart", () => setFollowed(false));
    return () => {
      stop();
      leave.unsubscribe();
      setPosition(null);
      setHeading(null);
    };
  }, [isOn, map]);

  function press() {
    if (isOn && isFollowed) return setOn(false);
    setOn(true);
    setFollowed(true);
    if (position) centerStop(map, position, { covered, animate: true });
  }
  const state = !isOn ? "off" : position ? "shown" : "asked";
  return { state, position, heading, isFollowed, press };
}
