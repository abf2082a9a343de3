"use client";

import { type RefObject, useLayoutEffect } from "react";
import { computePopoverPosition, type Placement } from "#app/_ui/floating-spot.ts";
import { onVisibleAreaChange, getVisibleArea } from "#app/_ui/visible-area.ts";

interface Floating extends Placement {
  open: boolean;
  /** The element beside which the popover is placed. */
  anchor: RefObject<HTMLElement | null>;
  /** The element with the `popover` attribute. It is in the browser's top layer, so that no pane or dialog clips it. */
  panel: RefObject<HTMLElement | null>;
  /** Whether the popover is as wide as its anchor. */
  matchWidth?: boolean;
}

/** Keeps an open popover beside its anchor while the page scrolls, the window changes, or the content grows. */
export function useFloating({ open, anchor, panel, side, align, gap, matchWidth = false }: Floating): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!open || !element) return undefined;
    const place = () => {
      if (anchor.current) put(element, anchor.current, { side, align, gap }, matchWidth);
    };
    // The browser is just opening an "auto" popover; the observer places it when it has a size, before the paint.
    if (element.popover === "manual" && !element.matches(":popover-open")) element.showPopover();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener("scroll", place, { capture: true, passive: true });
    const unwatch = onVisibleAreaChange(place);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", place, { capture: true });
      unwatch();
    };
  }, [open, anchor, panel, side, align, gap, matchWidth]);
}

function put(panel: HTMLElement, anchor: HTMLElement, placement: Placement, matchWidth: boolean): void {
  const beside = anchor.getBoundingClientRect();
  const { style } = panel;
  style.width = matchWidth ? `${beside.width}px` : "";
  style.maxHeight = "";
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const spot = computePopoverPosition(beside, size, getVisibleArea(), placement);
  style.left = `${spot.left}px`;
  style.top = `${spot.top}px`;
  // The height is limited only when the popover does not fit; otherwise the limit of its style stays.
  style.maxHeight = size.height > spot.maxHeight ? `${spot.maxHeight}px` : "";
}
