import { type Db, runPipelined } from "#db/client.ts";
import { countItems, type ItemCounts, selectItem } from "#db/queries/items.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { ItemDto, ItemPatch } from "#lib/shared/items.ts";
import { previousValues, changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import {
  requireAssignee,
  requireItem,
  requireMayChange,
  requireMayEdit,
  requireItemCapacity,
} from "./item-access.ts";
import { itemPositionsAtEnd } from "./item-order.ts";
import { writeItem } from "./item-row.ts";

/**
 * Writes fields of an item and records the change; returns the row as a read would return it. The caller must be
 * allowed to see the item.
 * @throws AppError NOT_UNDOABLE when an item that everybody has seen would become private
 */
export function changeItem(
  write: TripWrite,
  item: ItemDto,
  patch: Partial<ItemDto>,
  op: Extract<EventOp, `item.${string}`>,
): ItemDto {
  if (item.ownerId === null && patch.ownerId)
    throw new AppError("NOT_UNDOABLE", "What others have seen can't become private again.");
  const before = previousValues(item, patch);
  return before ? writeItem(write, item, patch, { op, before }) : item;
}

function readItem(tripId: string, itemId: string) {
  return (tx: Db) => selectItem(tx, { tripId, itemId });
}

/**
 * Changes an item.
 * @throws AppError FIELD_CONFLICT; VALIDATION_FAILED; LIMIT_REACHED when a private item is to become visible to
 * everybody
 */
export function updateItem(ctx: Ctx, tripId: string, itemId: string, input: ItemPatch): Promise<ItemDto> {
  const { isDone, isPrivate, ...fields } = definedFields(input);
  const names = Object.keys(definedFields(input));
  return writeTrip(ctx, tripId, "viewer", {
    read: (tx) =>
      runPipelined([
        selectItem(tx, { tripId, itemId }),
        // `isDone` is left out of the check, because it has two values only: whoever ticks an item later either wants
        // its state or reverses it on purpose.
        changesSinceRead(ctx, tx, tripId, { kind: "item", id: itemId }, Object.keys(fields)),
        isPrivate === false ? countItems(tx, { tripId, userId: ctx.viewer.userId }) : Promise.resolve([]),
      ]),
    work: async (write, [rows, conflicts, [room]]) => {
      const item = requireItem(ctx, rows);
      requireMayEdit(write, item, names);
      refuseConflict(conflicts, item);
      const isOther = fields.assigneeId !== item.assigneeId;
      const whose = isOther ? await requireAssignee(write.tx, tripId, fields.assigneeId) : {};
      const ticked = isDone === undefined ? {} : { doneAt: tickedAt(write, item, isDone) };
      const edited = changeItem(write, item, { ...fields, ...whose, ...ticked }, "item.updated");
      // The change to a visible item has an event of its own, which everybody sees, while the item's former content
      // stays visible to its owner only.
      const shared = isPrivate === false ? await sharing(write, edited, room) : {};
      return changeItem(write, edited, shared, "item.updated");
    },
  });
}

function tickedAt(write: TripWrite, item: ItemDto, isDone: boolean): string | null {
  return isDone ? (item.doneAt ?? write.at.toISOString()) : null;
}

/**
 * Returns the fields of an item that becomes visible to everybody. It goes to the end of everybody's list, because its
 * position among private items has no meaning there.
 */
async function sharing(
  write: TripWrite,
  item: ItemDto,
  room: ItemCounts | undefined,
): Promise<Partial<ItemDto>> {
  if (item.ownerId === null) return {};
  requireItemCapacity((room?.sharedCount ?? 0) + 1);
  const [position = item.position] = await itemPositionsAtEnd(write, { list: item.list, ownerId: null }, 1);
  return { ownerId: null, position };
}

export function deleteItem(ctx: Ctx, tripId: string, itemId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "viewer", {
    read: readItem(tripId, itemId),
    work: async (write, rows) => {
      const item = requireItem(ctx, rows);
      requireMayChange(write, item);
      changeItem(write, item, { deletedAt: write.at.toISOString() }, "item.deleted");
      return undefined;
    },
  });
}

/**
 * Restores a deleted item.
 * @throws AppError LIMIT_REACHED
 */
export function restoreItem(ctx: Ctx, tripId: string, itemId: string): Promise<ItemDto> {
  const { userId } = ctx.viewer;
  return writeTrip(ctx, tripId, "viewer", {
    read: (tx) => runPipelined([selectItem(tx, { tripId, itemId }), countItems(tx, { tripId, userId })]),
    work: async (write, [rows, [held]]) => {
      const item = requireItem(ctx, rows, "any");
      requireMayChange(write, item);
      if (item.deletedAt !== null) requireItemCapacity((held?.count ?? 0) + 1);
      return changeItem(write, item, { deletedAt: null }, "item.restored");
    },
  });
}
