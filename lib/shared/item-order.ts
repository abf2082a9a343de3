import type { ItemDto } from "./items.ts";

/** Compares items by list, then by position as bytes, then by id. */
export function compareItems(
  a: Pick<ItemDto, "list" | "position" | "id">,
  b: Pick<ItemDto, "list" | "position" | "id">,
): number {
  if (a.list !== b.list) return a.list < b.list ? -1 : 1;
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
