import { insertItem, saveItem } from "#db/queries/items.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { ItemDto, NewItem } from "#lib/shared/items.ts";
import { changedRow, newRowFields, eventVisibility } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

type ItemOp = Extract<EventOp, `item.${string}`>;

/*
 * The functions of this file compute the whole row before it is written, so that nobody waits for the database to
 * return it.
 */

/** Writes a new item and records its event; `position` and `ownerId` were decided under the lock. */
export function writeNewItem(
  write: TripWrite,
  given: Omit<NewItem, "id" | "isPrivate"> & Pick<ItemDto, "id" | "position" | "ownerId">,
  createdBy: string,
): ItemDto {
  const item: ItemDto = {
    id: given.id,
    list: given.list,
    position: given.position,
    text: given.text,
    section: given.section ?? null,
    assigneeId: given.assigneeId ?? null,
    dueDate: given.dueDate ?? null,
    doneAt: null,
    ownerId: given.ownerId,
    deletedAt: null,
    ...newRowFields(write),
  };
  write.send(insertItem(write.tx, { ...rowOf(write, item), createdBy }));
  recordItem(write, "item.created", item, null);
  return item;
}

/**
 * Writes fields of an item that was read under the trip's lock, and records the change; returns the row as a read would
 * return it.
 */
export function writeItem(
  write: TripWrite,
  item: ItemDto,
  change: Partial<ItemDto>,
  { op, before }: { op: ItemOp; before: Record<string, unknown> },
): ItemDto {
  const saved = changedRow(write, item, change);
  write.send(saveItem(write.tx, rowOf(write, saved)));
  recordItem(write, op, saved, before);
  return saved;
}

/**
 * Records the event of an item. Only the owner of a private item sees its events. If the item becomes visible to
 * everybody, everybody gets the whole row.
 */
function recordItem(
  write: TripWrite,
  op: ItemOp,
  item: ItemDto,
  before: Record<string, unknown> | null,
): void {
  const after = op === "item.deleted" ? { id: item.id } : item;
  const visibleTo = eventVisibility(op, item, item.ownerId === null ? null : [item.ownerId]);
  write.record({ op, entityId: item.id, before, after, visibleTo });
}

function rowOf(write: TripWrite, item: ItemDto) {
  return { tripId: write.trip.id, id: item.id, item: JSON.stringify(item), at: write.at };
}
