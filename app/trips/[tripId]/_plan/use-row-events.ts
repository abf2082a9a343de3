"use client";

import type { MouseEvent, PointerEvent, TouchEvent } from "react";
import { useDrag } from "../_base/drag/drag-context.tsx";
import { useView } from "../_base/view.tsx";

/**
 * Returns the event handlers of a list of rows: hovering a row highlights it on the map, and a press may start a
 * drag.
 */
export function useRowEvents(mayMove: boolean) {
  const view = useView();
  const drag = useDrag();

  function onPointerOver(event: PointerEvent) {
    if (event.pointerType !== "mouse" || drag.get().movingId) return;
    view.set({ hoveredId: rowOf(event.target)?.dataset.stop ?? null });
  }
  function onPointerLeave() {
    view.set({ hoveredId: null });
  }
  function onPress(event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) {
    const row = rowOf(event.target);
    const stopId = row?.dataset.stop;
    if (!mayMove || !row || !stopId || isOtherControl(event.target)) return;
    drag.press(event, row, stopId);
  }
  return { onPointerOver, onPointerLeave, onMouseDown: onPress, onTouchStart: onPress };
}

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-stop]") : null;
}

/** Whether the press hits a control inside the row, such as a vote or a field, which handles it itself. */
function isOtherControl(target: EventTarget): boolean {
  return (
    target instanceof Element && target.closest("button:not([data-row]), input, textarea, select, a") !== null
  );
}
