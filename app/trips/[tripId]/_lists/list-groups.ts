import { compareItems } from "#lib/shared/item-order.ts";
import type { ItemDto, ItemList, ItemMove } from "#lib/shared/items.ts";

export interface ItemGroup {
  /** The heading that these items share; null: none. */
  section: string | null;
  items: ItemDto[];
}

/** What everybody sees, or what only the reader sees. */
export interface ListPart {
  isPrivate: boolean;
  groups: ItemGroup[];
}

interface ListFilter {
  /** Only what this member has to do, and what is theirs alone. */
  mineOf: string | null;
  hidesDone: boolean;
}

/** One list as it stands on the page: headings in the order of their first item, what has none before them. */
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

/** The headings of one list, in order. */
export function sectionsOf(items: readonly ItemDto[], list: ItemList): string[] {
  const named = itemsOf(items, list, null).flatMap(({ section }) => section ?? []);
  return [...new Set(named)];
}

/** Where an item goes that takes one step up or down under its heading; null at the end of the way. */
export function stepOf(
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
  // Behind whatever stands before the neighbour in the whole list: under another heading, or hidden by a filter.
  const lane = itemsOf(all, item.list, null).filter(({ ownerId }) => ownerId === item.ownerId);
  const before = lane[lane.findIndex(({ id }) => id === neighbour.id) - 1];
  return { afterId: before?.id ?? null };
}
