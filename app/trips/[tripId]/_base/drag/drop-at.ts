import type { DropTarget } from "../../_model/plan/drop-target.ts";

/** The value of `data-list` for Ideas; for a day it is the day's id. */
export const IDEAS_LIST = "ideas";

interface PointerAt {
  x: number;
  y: number;
}

/**
 * Returns the position between rows under the pointer, read from the page: sections carry `data-list`, rows
 * `data-stop`. The gap that marks the position moves the rows below it down, which only enlarges the area of the same
 * position.
 */
export function dropTargetAt(root: ParentNode, point: PointerAt, movingId: string): DropTarget | null {
  const list = listAt([...root.querySelectorAll<HTMLElement>("[data-list]")], point);
  const name = list?.dataset.list;
  if (!list || name === undefined) return null;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-stop]")].filter(
    (row) => row.dataset.stop !== movingId,
  );
  const below = rows.findIndex((row) => point.y < middle(row.getBoundingClientRect()));
  return { dayId: name === IDEAS_LIST ? null : name, index: below < 0 ? rows.length : below };
}

function middle({ top, height }: DOMRect): number {
  return top + height / 2;
}

/**
 * Returns the list under the pointer. A part that is scrolled out of view does not count; where the tray covers the
 * plan, it is the tray.
 */
function listAt(lists: HTMLElement[], { x, y }: PointerAt): HTMLElement | null {
  const isOver = (element: Element) => {
    const box = element.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y < box.bottom;
  };
  return lists.findLast((list) => isOver(list) && isOver(list.closest("[data-clip]") ?? list)) ?? null;
}
