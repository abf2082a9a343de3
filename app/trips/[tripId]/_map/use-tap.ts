import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { useEffect, useEffectEvent } from "react";
import type { Locale } from "#app/_i18n/locales.ts";
import type { Tap } from "../_base/places/map-model.ts";
import { drawnPlaceAt } from "../_model/places/street-places.ts";
import type { Pixel } from "../_model/places/projection.ts";
import { isControl, coordinatesAt } from "./use-press.ts";

/** How long a tap waits for the second click of a double click, in milliseconds. */
const SECOND_MS = 280;
/** How far from the pointer a name on the map may be drawn to be hit, in pixels. */
const REACH_PX = { mouse: 4, touch: 14 };

/**
 * Calls `onTap` for a click on the map itself. Clicks do not count that drag, zoom, hit a marker, or close a dialog
 * or menu.
 */
export function useTap(map: MapLibreMap, locale: Locale, onTap: ((tap: Tap) => void) | undefined): void {
  const isOn = onTap !== undefined;
  const placeAt = useEffectEvent((pixel: Pixel, reach: number) => drawnPlaceAt(map, pixel, reach, locale));
  const tell = useEffectEvent((tap: Tap) => onTap?.(tap));
  useEffect(() => {
    if (!isOn) return undefined;
    let before: "nothing" | "card" | "other" = "nothing";
    let reach = REACH_PX.mouse;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      clearTimeout(waiting);
      waiting = undefined;
    };
    // Listens in the capture phase, which runs before the listeners that close dialogs and menus.
    const onPointerDown = ({ pointerType }: PointerEvent) => {
      before = openNow();
      reach = pointerType === "touch" ? REACH_PX.touch : REACH_PX.mouse;
    };
    const onClick = ({ point: { x, y }, originalEvent }: MapMouseEvent) => {
      if (waiting !== undefined) return forget();
      // The click after a long press is no tap: the dialog that the long press has opened is open by now.
      if (isControl(originalEvent.target) || before === "other" || openNow() !== "nothing") return undefined;
      const pixel = { x, y };
      const tap = {
        point: coordinatesAt(map, pixel),
        place: placeAt(pixel, reach),
        isAfterCard: before === "card",
      };
      waiting = setTimeout(() => {
        forget();
        if (openNow() === "nothing") tell(tap);
      }, SECOND_MS);
      return undefined;
    };
    window.addEventListener("pointerdown", onPointerDown, { capture: true });
    map.on("click", onClick);
    map.on("movestart", forget);
    return () => {
      forget();
      window.removeEventListener("pointerdown", onPointerDown, { capture: true });
      map.off("click", onClick);
      map.off("movestart", forget);
    };
  }, [map, isOn]);
}

/** Shows the pointer cursor over names on the map that can be pressed. */
export function useNameCursor(map: MapLibreMap, locale: Locale): void {
  useEffect(() => {
    const area = map.getCanvasContainer();
    let frame = 0;
    const onMove = ({ point }: MapMouseEvent) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const isName = !map.isMoving() && drawnPlaceAt(map, point, REACH_PX.mouse, locale) !== null;
        area.style.cursor = isName ? "pointer" : "";
      });
    };
    map.on("mousemove", onMove);
    return () => {
      cancelAnimationFrame(frame);
      map.off("mousemove", onMove);
    };
  }, [map, locale]);
}

function openNow(): "nothing" | "card" | "other" {
  const open = [
    ...document.querySelectorAll(":popover-open[role=dialog], :popover-open[role=menu], dialog[open]"),
  ];
  if (open.length === 0) return "nothing";
  return open.every((element) => element.matches("[data-place-card]")) ? "card" : "other";
}
