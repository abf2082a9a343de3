"use client";

import { type PointerEvent, useRef } from "react";

const CLOSE_AFTER_PX = 96;
const CLOSE_AT_PX_PER_MS = 0.6;

type Grip = { y: number; at: number; sheet: HTMLElement };

/**
 * Closes a sheet when its head is pulled down by more than 96 px, or flicked; without `close`, the sheet springs back.
 * Spread the result onto the head.
 */
export function useSheetDrag(close: (() => void) | null) {
  const grip = useRef<Grip | null>(null);

  function start(event: PointerEvent<HTMLElement>) {
    const sheet = event.currentTarget.closest<HTMLElement>("[data-sheet]");
    const onControl = event.target instanceof Element && event.target.closest("button, a, input, [role=tab]");
    if (!sheet || onControl || !window.matchMedia("(max-width: 719.98px)").matches) return;
    grip.current = { y: event.clientY, at: event.timeStamp, sheet };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent<HTMLElement>) {
    const held = grip.current;
    if (held) held.sheet.style.translate = `0 ${Math.max(0, event.clientY - held.y)}px`;
  }

  function end(event: PointerEvent<HTMLElement>) {
    const held = grip.current;
    if (!held) return;
    grip.current = null;
    const pulled = event.clientY - held.y;
    const speed = pulled / Math.max(1, event.timeStamp - held.at);
    const isPulled = event.type === "pointerup" && (pulled > CLOSE_AFTER_PX || speed > CLOSE_AT_PX_PER_MS);
    if (close && isPulled) close();
    else held.sheet.style.translate = "";
  }

  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}
