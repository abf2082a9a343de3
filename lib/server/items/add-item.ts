import { type Db, runPipelined } from "#db/client.ts";
import { countItems, selectItem, selectItemsById } from "#db/queries/items.ts";
import type { ItemDto, NewItem } from "#lib/shared/items.ts";
import type { Ctx } from "../context.ts";
import { createEachOnce, createOnce, type CreationRequest } from "../writes/creation.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { requireAssignee, requireMayChange, requireItemCapacity } from "./item-access.ts";
import { itemPositionsAtEnd, type ItemSiblings } from "./item-order.ts";
import { writeNewItem } from "./item-row.ts";

type GivenItem = NewItem & { id: string };

/** Adds an item at the end of its list. */
export function addItem(ctx: Ctx, tripId: string, input: NewItem): Promise<ItemDto> {
  return createOnce(
    ctx,
    creationOf(tripId, input),
    async (id, claim) => {
      const [item] = await insertAll(ctx, tripId, [{ ...input, id }], {
        check: async (tx) => [await requireAssignee(tx, tripId, input.assigneeId)],
        claim: (write) => write.claim(claim),
      });
      if (!item) throw new Error("Nothing was added.");
      return item;
    },
    async (id) => (await selectItem(ctx.db, { tripId, itemId: id }))[0]?.item,
  );
}

/** Adds several items as one group, all or none, each at the end of its list. */
export function addItems(ctx: Ctx, tripId: string, inputs: NewItem[]): Promise<ItemDto[]> {
  return createEachOnce(
    ctx,
    inputs.map((input) => creationOf(tripId, input)),
    (ids, claims) => {
      const given = inputs.map((input, index) => ({ ...input, id: ids[index] ?? ctx.newId() }));
      return insertAll(ctx, tripId, given, {
        check: async (tx) => {
          const whose: Whose[] = [];
          for (const [index, { assigneeId }] of inputs.entries())
            whose.push(await requireAssignee(tx, tripId, assigneeId, `items.${index}.assigneeId`));
          return whose;
        },
        claim: (write) => claims.forEach((claim) => write.claim(claim)),
      });
    },
    async (ids) => {
      const found = new Map(
        (await selectItemsById(ctx.db, { tripId, ids })).map(({ item }) => [item.id, item]),
      );
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  );
}

function creationOf(tripId: string, input: NewItem): CreationRequest {
  return { kind: "item", tripId, input };
}

type Whose = Pick<NewItem, "assigneeId">;

interface Around {
  /** Returns the current owner and assignee of each item. */
  check: (tx: Db) => Promise<Whose[]>;
  claim: (write: TripWrite) => void;
}

function insertAll(
  ctx: Ctx,
  tripId: string,
  given: GivenItem[],
  { check, claim }: Around,
): Promise<ItemDto[]> {
  const { userId } = ctx.viewer;
  return writeTrip(ctx, tripId, "viewer", {
    read: (tx) =>
      runPipelined([
        countItems(tx, { tripId, userId }),
        // An error of `check` is thrown only after the check of the role, since it must not hide a 403.
        check(tx).then(
          (whose) => ({ whose, refusal: null }),
          (refusal: unknown) => ({ whose: [], refusal }),
        ),
      ]),
    work: async (write, [[held], { whose, refusal }]) => {
      const owned = given.map(({ isPrivate, ...item }, index) => {
        return { ...item, ...whose[index], ownerId: isPrivate ? userId : null };
      });
      for (const item of owned) requireMayChange(write, item);
      if (refusal) throw refusal;
      requireItemCapacity((held?.count ?? 0) + given.length);
      const positions = await positionsFor(write, owned);
      claim(write);
      return owned.map((item, index) => {
        const position = positions[index];
        if (position === undefined) throw new Error("An item has no place.");
        return writeNewItem(write, { ...item, position }, userId);
      });
    },
  });
}

function laneOf({ list, ownerId }: ItemSiblings): string {
  return `${list} ${ownerId}`;
}

/** Returns a position for each item, in the given order. */
async function positionsFor(write: TripWrite, owned: ItemSiblings[]): Promise<string[]> {
  const keys = new Map<string, string[]>();
  for (const [name, lane] of Map.groupBy(owned, laneOf)) {
    const [first] = lane;
    if (first) keys.set(name, await itemPositionsAtEnd(write, first, lane.length));
  }
  return owned.flatMap((item) => keys.get(laneOf(item))?.shift() ?? []);
}
