"use client";

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from "react";
import { isComposing } from "#app/_ui/composing.ts";
import { computePopoverPosition, MARGIN_PX } from "#app/_ui/floating-spot.ts";
import { onVisibleAreaChange, getVisibleArea } from "#app/_ui/visible-area.ts";

/** The distance from the point to a panel above it, which leaves space for the pin. */
const GAP_PX = 30;

/** Positions a popover beside the pin, which moves with the map. */
export function usePinPopover(
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [element, pin] = [panel.current, anchor.current];
    if (!element || !pin) return undefined;
    const place = () => put(element, pin);
    element.showPopover();
    place();
    const size = new ResizeObserver(place);
    size.observe(element);
    const moves = new MutationObserver(place);
    moves.observe(pin, { attributeFilter: ["style"] });
    const unwatch = onVisibleAreaChange(place);
    return () => {
      size.disconnect();
      moves.disconnect();
      unwatch();
    };
  }, [anchor, panel]);
}

/**
 * Puts the panel above or below the pin. A panel that fits neither above nor below covers the pin, which is better
 * than a form that is cut off.
 */
function put(panel: HTMLElement, pin: HTMLElement): void {
  const view = getVisibleArea();
  const first = (view.top ?? 0) + MARGIN_PX;
  const tallest = Math.max(0, view.height - 2 * MARGIN_PX);
  panel.style.maxHeight = `${tallest}px`;
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const box = pin.getBoundingClientRect();
  const isAbove = box.top - GAP_PX - size.height >= first;
  const gap = isAbove ? GAP_PX : 12;
  const spot = computePopoverPosition(box, size, view, {
    side: isAbove ? "top" : "bottom",
    align: "center",
    gap,
  });
  panel.style.left = `${spot.left}px`;
  panel.style.top = `${Math.max(first, Math.min(spot.top, first + tallest - size.height))}px`;
}

interface Dismiss {
  /** Is called for a press or the focus outside of the panel, or if the page shows something else. */
  onLeave: () => void;
  onEscape: () => void;
}

/** Closes a panel when the user leaves it; on closing, the focus returns to where it was. */
export function useDismiss(panel: RefObject<HTMLElement | null>, on: Dismiss): void {
  const leave = useEffectEvent(on.onLeave);
  const escape = useEffectEvent(on.onEscape);
  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    const listening = new AbortController();
    const { signal } = listening;
    const onElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node) || !element?.contains(target)) leave();
    };
    document.addEventListener("pointerdown", onElsewhere, { signal, capture: true });
    document.addEventListener("focusin", onElsewhere, { signal });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      escape();
    };
    element?.addEventListener("keydown", onKeyDown, { signal });
    window.addEventListener("popstate", () => leave(), { signal });
    return () => {
      listening.abort();
      const isLeft = element?.contains(document.activeElement) || document.activeElement === document.body;
      if (isLeft && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel]);
}
