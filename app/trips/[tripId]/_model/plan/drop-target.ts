import { stopsOf, type StopsByDay } from "./plan-model.ts";

/** A position between stops; `index` counts the stops of the list without the one that is moved. */
export interface DropTarget {
  dayId: string | null;
  index: number;
}

export function sameTarget(a: DropTarget | null, b: DropTarget | null): boolean {
  return a?.dayId === b?.dayId && a?.index === b?.index;
}

/**
 * Returns the id of the stop after which the moved one is placed, as `moveStop` takes it; null for the first
 * position.
 */
export function precedingStopId(byDay: StopsByDay, movingId: string, target: DropTarget): string | null {
  const others = stopsOf(byDay, target.dayId).filter(({ id }) => id !== movingId);
  return others[within(target, others.length) - 1]?.id ?? null;
}

/** Limits the index, because the list may have become shorter since the target was computed. */
function within({ index }: DropTarget, length: number): number {
  return Math.min(index, length);
}

/** Returns the present position of a stop; null if it does not exist. */
export function targetOf(byDay: StopsByDay, stopId: string): DropTarget | null {
  for (const [dayId, stops] of byDay) {
    const index = stops.findIndex(({ id }) => id === stopId);
    if (index >= 0) return { dayId, index };
  }
  return null;
}

export type Step = "previous" | "next" | "previousList" | "nextList";

/**
 * Returns the next position for a stop that is moved by keyboard, null at the very beginning and end. `order`
 * contains the lists from top to bottom (days, then Ideas); after the end of one list comes the beginning of the
 * next.
 */
export function stepTarget(
  byDay: StopsByDay,
  order: ReadonlyArray<string | null>,
  movingId: string,
  from: DropTarget,
  step: Step,
): DropTarget | null {
  const at = order.indexOf(from.dayId);
  const length = (dayId: string | null) => stopsOf(byDay, dayId).filter(({ id }) => id !== movingId).length;
  const list = (offset: number) => order[at + offset];
  const [above, below] = [list(-1), list(1)];
  const index = within(from, length(from.dayId));
  switch (step) {
    case "previous":
      if (index > 0) return { ...from, index: index - 1 };
      return above === undefined ? null : { dayId: above, index: length(above) };
    case "next":
      if (index < length(from.dayId)) return { ...from, index: index + 1 };
      return below === undefined ? null : { dayId: below, index: 0 };
    case "previousList":
      return above === undefined ? null : { dayId: above, index: length(above) };
    case "nextList":
      return below === undefined ? null : { dayId: below, index: 0 };
    default:
      return step satisfies never;
  }
}
