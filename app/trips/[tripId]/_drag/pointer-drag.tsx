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
import { announce } from "../_shell/announcer.tsx";
import { useDrag } from "./drag-context.tsx";
import { dropAt } from "./drop-at.ts";
import { LiftedRow } from "./lifted-row.tsx";

// What is said during a drag is said by the page's own announcer, in its language.
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const accessibility = { announcements: silent, screenReaderInstructions: { draggable: "" } };
const measuring = { droppable: { strategy: MeasuringStrategy.BeforeDragging } };

type PointerDragProps = {
  /** Holds the lists; their rows are found in it. */
  root: RefObject<HTMLElement | null>;
  /** What scrolls while something is dragged near its edge. */
  plan: RefObject<HTMLElement | null>;
  ideas: RefObject<HTMLElement | null>;
};

/**
 * Mouse after 5 px, touch after holding for 250 ms. One draggable serves every row: it takes the pressed row's element
 * when the press begins, so that three hundred rows cost nothing until one of them is dragged.
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
    if (movingId && root.current) drag.aim(dropAt(root.current, point.current, movingId));
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

/** Hands a press on any row to dnd-kit. */
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

/** Makes dnd-kit scroll the element that the list scrolls in. */
function Scroller({ id, of }: { id: string; of: RefObject<HTMLElement | null> }): ReactNode {
  const { setNodeRef } = useDroppable({ id });
  useEffect(() => {
    setNodeRef(of.current?.firstElementChild instanceof HTMLElement ? of.current.firstElementChild : null);
  }, [of, setNodeRef]);
  return null;
}

/** Where the pointer is; dnd-kit tells only how far it has come. */
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
