import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { MarkerItem } from "./map-model.ts";
import type { Overlay } from "./overlay.ts";

/** A finger's reach around the middle of a marker. */
const TOUCH_REACH = 24;

interface MarkerEvents {
  items: readonly MarkerItem[];
  hoveredStopId: string | null;
  onSelect: (stopId: string) => void;
  onHover: (stopId: string | null) => void;
  /** The keyboard reached a marker, which may be out of sight. */
  onReach: (item: MarkerItem) => void;
}

/**
 * What happens on any marker of `root`. Listens there, below the map, which pans on arrow keys: React's own handlers
 * would come after the map's.
 */
export function useMarkerEvents(
  map: MapLibreMap,
  root: RefObject<HTMLElement | null>,
  overlay: RefObject<Overlay | null>,
  { items, hoveredStopId, onSelect, onHover, onReach }: MarkerEvents,
): void {
  const click = useEffectEvent((event: MouseEvent) => {
    const touched = event instanceof PointerEvent && event.pointerType === "touch";
    const near = touched ? overlay.current?.nearest(event.clientX, event.clientY, TOUCH_REACH) : null;
    const id = near ?? stopIdOf(event.target);
    if (id) onSelect(id);
  });
  const hover = useEffectEvent((event: PointerEvent) => {
    const id = stopIdOf(event.type === "pointerout" ? event.relatedTarget : event.target);
    // Markers that pass under a resting pointer are not pointed at.
    if (event.pointerType === "mouse" && id !== hoveredStopId && !map.isMoving()) onHover(id);
  });
  const focus = useEffectEvent(({ target }: FocusEvent) => {
    const id = stopIdOf(target);
    const item = items.find(({ point }) => point.stopId === id);
    if (!item || !(target instanceof Element) || !target.matches(":focus-visible")) return;
    onHover(id);
    onReach(item);
  });
  const blur = useEffectEvent(() => onHover(null));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = items.findIndex(({ point }) => point.stopId === stopIdOf(event.target));
    const to = at < 0 ? null : nextIndex(event.key, at, items.length);
    const next = to === null ? null : items[to];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    root.current
      ?.querySelector<HTMLElement>(`[data-marker="${CSS.escape(next.point.stopId)}"] button`)
      ?.focus();
  });

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("click", (event) => click(event), { signal });
    element.addEventListener("pointerover", (event) => hover(event), { signal });
    element.addEventListener("pointerout", (event) => hover(event), { signal });
    element.addEventListener("focusin", (event) => focus(event), { signal });
    element.addEventListener("focusout", () => blur(), { signal });
    element.addEventListener("keydown", (event) => press(event), { signal });
    return () => listening.abort();
  }, [root]);
}

function stopIdOf(target: EventTarget | null): string | null {
  const marker = target instanceof Element ? target.closest<HTMLElement>("[data-marker]") : null;
  return marker?.dataset.marker ?? null;
}

/** Arrow keys, Home and End go from marker to marker; null for every other key. */
function nextIndex(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(count - 1, at + 1);
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
