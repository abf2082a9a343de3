import { compareItems } from "#lib/shared/item-order.ts";
import type { ItemDto, ItemMove, ItemPatch, NewItem } from "#lib/shared/items.ts";
import { keyBetween } from "#lib/shared/order.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import type { Change } from "./changes.ts";
import { itemsApi } from "../base/operations.ts";
import type { EditOptions, PredictionContext, Write } from "./write.ts";

type GivenItem = NewItem & { id: string };

/** A write that adds one or several items, all or none. */
export function addItemsWrite(tripId: string, items: readonly GivenItem[]): Write<ItemDto[]> {
  return {
    // The event of the last item shows that all of them are created.
    label: { action: "addItems", entityId: items.at(-1)?.id ?? tripId },
    send: (options) =>
      call(itemsApi.createMany, { params: { tripId }, body: { items: [...items] } }, options),
    predict: (scene) => {
      const added = newItems(items, scene).filter(({ id }) => !findItem(scene.trip, id));
      return added.map((entity) => ({ op: "item.created", entity }));
    },
    // When somebody has deleted a row since its create, a repeat of the create answers with the deleted row.
    confirm: (added) =>
      added
        .filter(({ deletedAt }) => deletedAt === null)
        .map((entity) => ({ op: "item.created" as const, entity })),
    settledBy: "item.created",
  };
}

export function updateItemWrite(
  tripId: string,
  itemId: string,
  patch: ItemPatch,
  { baseSeq, force = false }: EditOptions,
): Write<ItemDto> {
  const { isDone, isPrivate, ...fields } = patch;
  return {
    label: { action: "updateItem", entityId: itemId },
    send: (options) => call(itemsApi.update, { params: { tripId, itemId }, body: patch }, options),
    predict: ({ trip, now }) =>
      changed(trip, itemId, "item.updated", (item) => ({
        ...item,
        ...defined(fields),
        doneAt: isDone === undefined ? item.doneAt : isDone ? (item.doneAt ?? now) : null,
        ownerId: isPrivate === false ? null : item.ownerId,
      })),
    confirm: (item) => [{ op: "item.updated", entity: item }],
    edit: {
      fields: Object.keys(fields),
      patch,
      baseSeq,
      force,
      current: (trip) => findItem(trip, itemId) ?? null,
    },
  };
}

export function moveItemWrite(tripId: string, itemId: string, to: ItemMove): Write<ItemDto> {
  return {
    label: { action: "moveItem", entityId: itemId },
    send: (options) => call(itemsApi.move, { params: { tripId, itemId }, body: to }, options),
    predict: ({ trip }) =>
      changed(trip, itemId, "item.moved", (item) => ({
        ...item,
        position: positionAfter(trip, item, to.afterId),
        section: to.section === undefined ? item.section : to.section,
      })),
    confirm: (item) => [{ op: "item.moved", entity: item }],
  };
}

export function deleteItemWrite(tripId: string, itemId: string): Write<undefined> {
  return {
    label: { action: "deleteItem", entityId: itemId },
    send: (options) => call(itemsApi.delete, { params: { tripId, itemId } }, options),
    predict: () => [{ op: "item.deleted", entity: { id: itemId } }],
    settledBy: "item.deleted",
  };
}

/** Restores `item` as it was when it was deleted. */
export function restoreItemWrite(tripId: string, item: ItemDto): Write<ItemDto> {
  return {
    label: { action: "restoreItem", entityId: item.id },
    send: (options) => call(itemsApi.restore, { params: { tripId, itemId: item.id } }, options),
    predict: ({ trip }) =>
      findItem(trip, item.id) ? [] : [{ op: "item.restored", entity: { ...item, deletedAt: null } }],
    confirm: (restored) => [{ op: "item.restored", entity: restored }],
    settledBy: "item.restored",
  };
}

export function findItem(trip: TripDto, itemId: string): ItemDto | undefined {
  return trip.items.find(({ id }) => id === itemId);
}

function changed(
  trip: TripDto,
  itemId: string,
  op: "item.updated" | "item.moved",
  change: (item: ItemDto) => ItemDto,
): Change[] {
  const item = findItem(trip, itemId);
  return item ? [{ op, entity: change(item) }] : [];
}

function defined(patch: Omit<ItemPatch, "isDone" | "isPrivate">): Partial<ItemDto> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

/** Returns the new items in their order, each behind the last item that the same people see. */
function newItems(given: readonly GivenItem[], { trip, userId, now }: PredictionContext): ItemDto[] {
  const known = [...trip.items];
  return given.map(({ id, list, text, isPrivate, section = null, assigneeId = null, dueDate = null }) => {
    const ownerId = isPrivate ? userId : null;
    const last = laneOf(known, { list, ownerId }).at(-1)?.position ?? null;
    const position = keyBetween(last, null) ?? `${last}V`;
    const rest = { section, assigneeId, dueDate, ownerId };
    const state = { doneAt: null, deletedAt: null, version: 1, createdAt: now, updatedAt: now };
    const item = { id, list, text, position, ...rest, ...state };
    known.push(item);
    return item;
  });
}

function laneOf(items: readonly ItemDto[], { list, ownerId }: Pick<ItemDto, "list" | "ownerId">): ItemDto[] {
  return items.filter((item) => item.list === list && item.ownerId === ownerId).toSorted(compareItems);
}

/**
 * Returns a position behind a row, only for the view, since the service decides the key. When no key fits between two
 * items, a position right behind the first one is enough.
 */
function positionAfter(trip: TripDto, moving: ItemDto, afterId: string | null): string {
  const others = laneOf(trip.items, moving).filter(({ id }) => id !== moving.id);
  const index = others.findIndex(({ id }) => id === afterId);
  const before = others[index]?.position ?? null;
  const after = others[index + 1]?.position ?? null;
  return keyBetween(before, after) ?? `${before ?? ""}V`;
}
