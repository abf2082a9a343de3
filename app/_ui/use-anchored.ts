"use client";

import { type RefObject, useLayoutEffect } from "react";

const GAP_PX = 4;
const MARGIN_PX = 12;
const LOW_PX = 160;

/**
 * Keeps a list under its field (over it where there is no room) in the browser's top layer, so that no dialog or
 * scrolling pane cuts it off. The list is a `popover="manual"`.
 */
export function useAnchored(
  anchor: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  open: boolean,
  maxHeight: number,
): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    function place() {
      if (!anchor.current || !list.current) return;
      const field = anchor.current.getBoundingClientRect();
      const below = window.innerHeight - field.bottom - MARGIN_PX;
      const above = field.top - MARGIN_PX;
      const up = below < LOW_PX && above > below;
      Object.assign(list.current.style, {
        left: `${field.left}px`,
        width: `${field.width}px`,
        maxHeight: `${Math.min(maxHeight, up ? above : below)}px`,
        top: up ? "auto" : `${field.bottom + GAP_PX}px`,
        bottom: up ? `${window.innerHeight - field.top + GAP_PX}px` : "auto",
      });
    }
    list.current?.showPopover();
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [anchor, list, open, maxHeight]);
}
