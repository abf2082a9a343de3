import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useEffectEvent } from "react";
import type { Point } from "#lib/shared/legs.ts";
import { visibleOffset } from "./framing.ts";
import { LongPress } from "./long-press.ts";
import type { MapPadding } from "../_base/places/map-model.ts";
import type { Pixel } from "../_model/places/projection.ts";

/**
 * Calls `onPress` with the spot of a long press of half a second, of a right click, or of the context menu key on the
 * focused map, which means the middle of the map. Presses on markers do not count.
 */
export function useMapLongPress(
  map: MapLibreMap,
  covered: MapPadding,
  onPress: ((point: Point) => void) | undefined,
): void {
  const isOn = onPress !== undefined;
  const press = useEffectEvent((at: Pixel) => onPress?.(coordinatesAt(map, at)));
  const pressMiddle = useEffectEvent(() => press(middleOf(map, covered)));

  useEffect(() => {
    if (!isOn) return undefined;
    const area = map.getCanvasContainer();
    const canvas = map.getCanvas();
    canvas.setAttribute("aria-keyshortcuts", "Shift+F10");
    const listening = new AbortController();
    const { signal } = listening;
    const pressAt = ({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">) => {
      const { left, top } = area.getBoundingClientRect();
      press({ x: clientX - left, y: clientY - top });
    };
    const hold = new LongPress(withoutTap(area, signal, pressAt));
    // The pointer type of the last press, null after a key; not every browser reports it in the context menu event.
    let pressedBy: string | null = null;

    function onPointerDown(event: PointerEvent) {
      pressedBy = event.pointerType;
      if (isControl(event.target)) hold.cancel();
      else hold.start(event);
    }
    function onContextMenu(event: MouseEvent) {
      if (isControl(event.target)) return;
      event.preventDefault();
      // Some browsers send `contextmenu` for a long press, before or after half a second.
      if (pressedBy === "touch") return hold.confirm();
      hold.cancel();
      if (pressedBy === null) pressMiddle();
      else pressAt(event);
    }
    function onKeyDown(event: KeyboardEvent) {
      pressedBy = null;
      if (event.target !== canvas || event.key !== "F10" || !event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      pressMiddle();
    }
    area.addEventListener("pointerdown", onPointerDown, { signal });
    area.addEventListener("contextmenu", onContextMenu, { signal });
    area.addEventListener("wheel", () => hold.cancel(), { signal, passive: true });
    window.addEventListener("keydown", onKeyDown, { signal, capture: true });
    window.addEventListener("pointermove", (event) => hold.move(event), { signal });
    window.addEventListener("pointerup", (event) => hold.end(event), { signal });
    window.addEventListener("pointercancel", (event) => hold.end(event), { signal });
    return () => {
      listening.abort();
      hold.cancel();
      canvas.removeAttribute("aria-keyshortcuts");
    };
  }, [map, isOn]);
}

/**
 * Prevents that a long press is also a tap, which would focus the map and so take the focus from what the press has
 * opened. Some phones need this, because their own long press takes longer than half a second.
 */
function withoutTap<T>(area: HTMLElement, signal: AbortSignal, onHeld: (press: T) => void) {
  let isHeld = false;
  area.addEventListener("pointerdown", () => (isHeld = false), { signal, capture: true });
  area.addEventListener(
    "touchend",
    (event) => {
      if (isHeld && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );
  return (press: T) => {
    isHeld = true;
    onHeld(press);
  };
}

/** Whether a press hits a marker or a link, which handles it itself. */
export function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a") !== null;
}

/** Returns the middle of the uncovered part of the map. */
function middleOf(map: MapLibreMap, covered: MapPadding): Pixel {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const [dx, dy] = visibleOffset(covered, { width, height });
  return { x: width / 2 + dx, y: height / 2 + dy };
}

/**
 * Returns the coordinates of a pixel, rounded to seven decimals (about a centimetre) and with a longitude within
 * ±180.
 */
export function coordinatesAt(map: MapLibreMap, { x, y }: Pixel): Point {
  const { lat, lng } = map.unproject([x, y]).wrap();
  return { lat: Number(lat.toFixed(7)), lng: Number(lng.toFixed(7)) };
}
