import { compareItems } from "#lib/shared/item-order.ts";
import type { ItemDto, ItemList, ItemMove } from "#lib/shared/items.ts";

export interface ItemGroup {
  /** The heading of the group's items; null for items without a heading. */
  section: string | null;
  items: ItemDto[];
}

/** The items that everybody sees, or those that only the reader sees. */
export interface ListPart {
  isPrivate: boolean;
  groups: ItemGroup[];
}

interface ListFilter {
  /** If it is set, only this member's tasks and private items are shown. */
  mineOf: string | null;
  hidesDone: boolean;
}

/**
 * Returns one list as the page shows it: items without a heading first, then the headings in the order of their first
 * item.
 */
export function partsOf(
  items: readonly ItemDto[],
  list: ItemList,
  { mineOf, hidesDone }: ListFilter,
): ListPart[] {
  const shown = itemsOf(items, list, mineOf).filter(({ doneAt }) => !(hidesDone && doneAt !== null));
  return [false, true].map((isPrivate) => ({
    isPrivate,
    groups: groupsOf(shown.filter(({ ownerId }) => (ownerId !== null) === isPrivate)),
  }));
}

export function itemsOf(items: readonly ItemDto[], list: ItemList, mineOf: string | null): ItemDto[] {
  return items
    .filter((item) => item.list === list)
    .filter(({ assigneeId, ownerId }) => mineOf === null || assigneeId === mineOf || ownerId !== null)
    .toSorted(compareItems);
}

function groupsOf(items: readonly ItemDto[]): ItemGroup[] {
  const bySection = Map.groupBy(items, ({ section }) => section);
  const groups = [...bySection].map(([section, list]) => ({ section, items: list }));
  return groups.toSorted((a, b) => Number(a.section !== null) - Number(b.section !== null));
}

export function countDone(items: readonly ItemDto[]): number {
  return items.filter(({ doneAt }) => doneAt !== null).length;
}

/** Returns the headings of one list in their order. */
export function sectionsOf(items: readonly ItemDto[], list: ItemList): string[] {
  const named = itemsOf(items, list, null).flatMap(({ section }) => section ?? []);
  return [...new Set(named)];
}

/** Returns the target of a move one step up or down under the item's heading; null at the end. */
export function itemMoveTarget(
  all: readonly ItemDto[],
  group: ItemGroup,
  itemId: string,
  step: "up" | "down",
): ItemMove | null {
  const at = group.items.findIndex(({ id }) => id === itemId);
  const item = group.items[at];
  const neighbour = group.items[step === "up" ? at - 1 : at + 1];
  if (!item || !neighbour) return null;
  if (step === "down") return { afterId: neighbour.id };
  // The item is placed after whatever precedes the neighbour in the whole list, which may be under another heading or
  // hidden by a filter.
  const lane = itemsOf(all, item.list, null).filter(({ ownerId }) => ownerId === item.ownerId);
  const before = lane[lane.findIndex(({ id }) => id === neighbour.id) - 1];
  return { afterId: before?.id ?? null };
}
