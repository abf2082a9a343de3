import { stopsOf, type StopsByDay } from "./plan-model.ts";

/** A place between stops: `index` counts the list's stops without the one that moves. */
export interface DropTarget {
  dayId: string | null;
  index: number;
}

export function sameTarget(a: DropTarget | null, b: DropTarget | null): boolean {
  return a?.dayId === b?.dayId && a?.index === b?.index;
}

/** What `moveStop` is told: the stop it will follow, null for the first place. */
export function afterIdAt(byDay: StopsByDay, movingId: string, target: DropTarget): string | null {
  const others = stopsOf(byDay, target.dayId).filter(({ id }) => id !== movingId);
  return others[within(target, others.length) - 1]?.id ?? null;
}

/** The list may have become shorter under a target that stood at its end. */
function within({ index }: DropTarget, length: number): number {
  return Math.min(index, length);
}

/** Where a stop stands now; null when it is gone. */
export function targetOf(byDay: StopsByDay, stopId: string): DropTarget | null {
  for (const [dayId, stops] of byDay) {
    const index = stops.findIndex(({ id }) => id === stopId);
    if (index >= 0) return { dayId, index };
  }
  return null;
}

export type Step = "previous" | "next" | "previousList" | "nextList";

/**
 * The next place for a stop that is moved by keyboard. `order` is the lists from top to bottom (days, then Ideas);
 * at the end of one the next place is the beginning of the following one. Null at the very ends.
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
