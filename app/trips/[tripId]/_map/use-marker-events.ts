import type { Map as MapLibreMap } from "maplibre-gl";
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Point } from "#lib/shared/legs.ts";
import { elementOf, type MapEntry, entryShownBy } from "./map-entries.ts";
import type { MarkerItem } from "../_base/places/map-model.ts";
import type { Overlay } from "./overlay.ts";

/** How far from the middle of a marker a finger still hits it, in pixels. */
const TOUCH_REACH = 24;

interface MarkerEvents {
  entries: readonly MapEntry[];
  hoveredStopId: string | null;
  onSelect: (stopId: string) => void;
  onHover: (stopId: string | null) => void;
  /** Is called when the keyboard focuses a marker, which may be outside of the view. */
  onReach: (item: MarkerItem) => void;
  /** Is called when a cluster is pressed that comes apart from `zoom` on. */
  onPart: (points: readonly Point[], zoom: number) => void;
}

/**
 * Handles the events of all markers in `root`. The listeners are on `root` itself, because React's handlers would run
 * after those of the map, which pans on arrow keys.
 */
export function useMarkerEvents(
  map: MapLibreMap,
  root: RefObject<HTMLElement | null>,
  overlay: RefObject<Overlay | null>,
  { entries, hoveredStopId, onSelect, onHover, onReach, onPart }: MarkerEvents,
): void {
  const entryAt = (target: EventTarget | null) => entryShownBy(entries, elementAt(target));
  const click = useEffectEvent((event: MouseEvent) => {
    const own = elementAt(event.target);
    const near = nearestTo(event, overlay.current) ?? own;
    const entry = entryAt(near);
    if (!near || !entry) return;
    // The finger touched another element than the one it is nearest to, so the touched element does not react.
    if (near !== own) event.preventDefault();
    const { cluster, first, items } = entry;
    if (!cluster) onSelect(first.point.stopId);
    else if (cluster.partsAt !== null) onPart(pointsOf(items), cluster.partsAt);
    // A touch near a cluster that never comes apart presses the cluster's button, which opens its menu.
    else if (near !== own) buttonOf(near)?.click();
  });
  const hover = useEffectEvent((event: PointerEvent) => {
    const id = stopIdOf(event.type === "pointerout" ? event.relatedTarget : event.target);
    // Markers that move under a resting pointer are not hovered.
    if (event.pointerType === "mouse" && id !== hoveredStopId && !map.isMoving()) onHover(id);
  });
  const focus = useEffectEvent(({ target }: FocusEvent) => {
    const entry = entryAt(target);
    if (!entry || !(target instanceof Element) || !target.matches(":focus-visible")) return;
    if (!entry.cluster) onHover(entry.first.point.stopId);
    onReach(entry.first);
  });
  const blur = useEffectEvent(() => onHover(null));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const entry = entryAt(event.target);
    const to = entry ? nextIndex(event.key, entries.indexOf(entry), entries.length) : null;
    const next = to === null ? null : entries[to];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    buttonOf(elementOf(root.current, next))?.focus();
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

/** Returns the marker nearest to a finger; null for a mouse, which hits exactly what it points at. */
function nearestTo(event: MouseEvent, overlay: Overlay | null): HTMLElement | null {
  if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return null;
  return overlay?.nearest(event.clientX, event.clientY, TOUCH_REACH) ?? null;
}

function pointsOf(items: readonly MarkerItem[]): Point[] {
  return items.map(({ point }) => point);
}

function buttonOf(element: HTMLElement | null): HTMLElement | null {
  return element?.querySelector("button") ?? null;
}

function elementAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-marker], [data-cluster]") : null;
}

function stopIdOf(target: EventTarget | null): string | null {
  const marker = target instanceof Element ? target.closest<HTMLElement>("[data-marker]") : null;
  return marker?.dataset.marker ?? null;
}

/** Returns the index of the entry that an arrow key, Home or End moves to; null for every other key. */
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
