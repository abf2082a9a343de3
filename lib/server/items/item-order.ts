import { selectItemsOfList, selectLastItemPosition } from "#db/queries/items.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import * as order from "../writes/order-rows.ts";
import type { TripWrite } from "../writes/write.ts";
import { writeItem } from "./item-row.ts";

/** The items among which an item has its position: those of the same list that the same members see. */
export type ItemSiblings = Pick<ItemDto, "list" | "ownerId">;

/** Returns positions behind the last of an item's siblings, in order. */
export async function itemPositionsAtEnd(
  write: TripWrite,
  lane: ItemSiblings,
  count: number,
): Promise<string[]> {
  const [end] = await selectLastItemPosition(write.tx, { tripId: write.trip.id, ...pick(lane) });
  return order.positionsAtEnd(end?.position ?? null, count, () => readLane(write, lane), placeIn(write));
}

/** Returns a position after `afterId` (null: first), or at the end when that item was deleted or is no sibling. */
export async function itemPositionAfter(
  write: TripWrite,
  item: ItemDto,
  afterId: string | null,
): Promise<string> {
  if (item.id === afterId) return item.position;
  const others = (await readLane(write, item)).filter(({ id }) => id !== item.id);
  return order.positionAfter(item, others, afterId, placeIn(write));
}

function placeIn(write: TripWrite): (item: ItemDto, position: string) => ItemDto {
  return (item, position) =>
    writeItem(write, item, { position }, { op: "item.moved", before: { position: item.position } });
}

async function readLane(write: TripWrite, lane: ItemSiblings): Promise<ItemDto[]> {
  const rows = await selectItemsOfList(write.tx, { tripId: write.trip.id, ...pick(lane) });
  return rows.map(({ item }) => item);
}

function pick({ list, ownerId }: ItemSiblings): ItemSiblings {
  return { list, ownerId };
}
