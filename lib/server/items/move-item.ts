import { runPipelined } from "#db/client.ts";
import { selectItem } from "#db/queries/items.ts";
import { invalidField } from "#lib/shared/errors.ts";
import type { ItemDto, ItemMove } from "#lib/shared/items.ts";
import type { Ctx } from "../context.ts";
import { writeTrip } from "../writes/write.ts";
import { changeItem } from "./edit-item.ts";
import { requireItem, requireMayChange } from "./item-access.ts";
import { itemPositionAfter } from "./item-order.ts";

/** Moves an item after another one. It writes one row, unless no position is left between the two neighbours. */
export function moveItem(ctx: Ctx, tripId: string, itemId: string, input: ItemMove): Promise<ItemDto> {
  const { afterId, section } = input;
  return writeTrip(ctx, tripId, "viewer", {
    read: (tx) =>
      runPipelined([
        selectItem(tx, { tripId, itemId }),
        afterId ? selectItem(tx, { tripId, itemId: afterId }) : Promise.resolve([]),
      ]),
    work: async (write, [rows, anchors]) => {
      const item = requireItem(ctx, rows);
      requireMayChange(write, item);
      if (afterId) requireAnchor(ctx, anchors);
      const position = await itemPositionAfter(write, item, afterId);
      return changeItem(
        write,
        item,
        section === undefined ? { position } : { position, section },
        "item.moved",
      );
    },
  });
}

/** Checks the item before the new position. Another member's private item counts as absent. */
function requireAnchor(ctx: Ctx, [row]: { item: ItemDto }[]): void {
  if (row && (row.item.ownerId === null || row.item.ownerId === ctx.viewer.userId)) return;
  throw invalidField("afterId", "This is no item of the trip.");
}
