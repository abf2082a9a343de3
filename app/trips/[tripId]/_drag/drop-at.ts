import type { DropTarget } from "../_plan/drop-target.ts";

/** Ideas in `data-list`, where a day has its id. */
export const IDEAS_LIST = "ideas";

interface PointerAt {
  x: number;
  y: number;
}

/**
 * The place between rows under a pointer, read from the page as it stands: sections carry `data-list`, rows `data-stop`.
 * The slot that shows the place moves the rows below it down, which only makes the place it shows wider.
 */
export function dropAt(root: ParentNode, point: PointerAt, movingId: string): DropTarget | null {
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

/** What is scrolled out of sight takes nothing; where the tray lies over the plan, the tray does. */
function listAt(lists: HTMLElement[], { x, y }: PointerAt): HTMLElement | null {
  const isOver = (element: Element) => {
    const box = element.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y < box.bottom;
  };
  return lists.findLast((list) => isOver(list) && isOver(list.closest("[data-clip]") ?? list)) ?? null;
}
