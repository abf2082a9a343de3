"use client";

import {
  type Announcements,
  DndContext,
  DragOverlay,
  MeasuringStrategy,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { announce } from "../_base/announcer.tsx";
import { useDrag } from "../_base/drag/drag-context.tsx";
import { dropTargetAt } from "../_base/drag/drop-at.ts";
import { LiftedRow } from "./lifted-row.tsx";

// The page's own announcer reports a drag, in the reader's language, so the texts of dnd-kit are disabled.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const accessibility = { announcements: silent, screenReaderInstructions: { draggable: "" } };
const measuring = { droppable: { strategy: MeasuringStrategy.BeforeDragging } };

type PointerDragProps = {
  /** The element that contains the lists with their rows. */
  root: RefObject<HTMLElement | null>;
  /** The elements that scroll while the pointer is near their edge. */
  plan: RefObject<HTMLElement | null>;
  ideas: RefObject<HTMLElement | null>;
};

/**
 * Handles dragging: a mouse starts after 5 px, a touch after holding for 250 ms. A single draggable serves all rows
 * and takes the element of the pressed row when a press begins, so that three hundred rows cost nothing.
 */
export default function PointerDrag({ root, plan, ideas }: PointerDragProps) {
  const drag = useDrag();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 6 } }),
  );
  const pressed = useRef<string | null>(null);
  const point = usePointer();

  function aim() {
    const { movingId } = drag.get();
    if (movingId && root.current) drag.aim(dropTargetAt(root.current, point.current, movingId));
  }

  return (
    <DndContext
      sensors={sensors}
      accessibility={accessibility}
      measuring={measuring}
      collisionDetection={pointerWithin}
      onDragStart={() => {
        if (pressed.current) drag.lift(pressed.current);
        if ("vibrate" in navigator) navigator.vibrate(10);
      }}
      onDragMove={aim}
      onDragEnd={() => void drag.drop()}
      onDragCancel={() => {
        drag.cancel();
        announce("");
      }}
    >
      <Handle pressed={pressed} />
      <Scroller id="plan" of={plan} />
      <Scroller id="ideas" of={ideas} />
      <DragOverlay dropAnimation={null} zIndex={40}>
        <LiftedRow />
      </DragOverlay>
    </DndContext>
  );
}

/** Passes a press on any row to dnd-kit. */
function Handle({ pressed }: { pressed: RefObject<string | null> }): ReactNode {
  const drag = useDrag();
  const { setNodeRef, listeners } = useDraggable({ id: "row" });
  useEffect(() => {
    drag.takePresses((press, row, stopId) => {
      pressed.current = stopId;
      setNodeRef(row);
      const name = press.type === "touchstart" ? "onTouchStart" : "onMouseDown";
      listeners?.[name]?.(press);
    });
    return () => drag.takePresses(null);
  }, [drag, listeners, pressed, setNodeRef]);
  return null;
}

/** Makes dnd-kit scroll the scroll container of the list. */
function Scroller({ id, of }: { id: string; of: RefObject<HTMLElement | null> }): ReactNode {
  const { setNodeRef } = useDroppable({ id });
  useEffect(() => {
    setNodeRef(of.current?.firstElementChild instanceof HTMLElement ? of.current.firstElementChild : null);
  }, [of, setNodeRef]);
  return null;
}

/** Returns the position of the pointer; dnd-kit reports only the distance from the start. */
function usePointer() {
  const point = useRef({ x: 0, y: 0 });
  useEffect(() => {
    const onMouse = (event: MouseEvent) => {
      point.current = { x: event.clientX, y: event.clientY };
    };
    const onTouch = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (touch) point.current = { x: touch.clientX, y: touch.clientY };
    };
    window.addEventListener("mousemove", onMouse, true);
    window.addEventListener("touchstart", onTouch, { capture: true, passive: true });
    window.addEventListener("touchmove", onTouch, { capture: true, passive: true });
    return () => {
      window.removeEventListener("mousemove", onMouse, true);
      window.removeEventListener("touchstart", onTouch, true);
      window.removeEventListener("touchmove", onTouch, true);
    };
  }, []);
  return point;
}
