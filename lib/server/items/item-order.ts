import { selectLane, selectLaneEnd } from "#db/queries/items.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { keyBetween, keysAfter, spreadKeys } from "#lib/shared/order.ts";
import type { TripWrite } from "../write.ts";
import { writeItem } from "./item-row.ts";

/** The items among which an item has its position: those of the same list that the same members see. */
export type Lane = Pick<ItemDto, "list" | "ownerId">;

/** Returns positions after the lane's last item, in order. */
export async function keysAtEnd(write: TripWrite, lane: Lane, count: number): Promise<string[]> {
  const [end] = await selectLaneEnd(write.tx, { tripId: write.trip.id, ...pick(lane) });
  const keys = keysAfter(end?.position ?? null, count);
  if (keys) return keys;
  const last = spreadLane(write, await lookAt(write, lane)).at(-1);
  const fresh = keysAfter(last?.position ?? null, count);
  if (!fresh) throw new Error("Fresh keys left no room.");
  return fresh;
}

/** Returns a position after `afterId` (null: first), or at the end when that item was deleted or is in another lane. */
export async function keyBehind(write: TripWrite, item: ItemDto, afterId: string | null): Promise<string> {
  if (item.id === afterId) return item.position;
  const others = (await lookAt(write, item)).filter(({ id }) => id !== item.id);
  const slot = slotBehind(others, afterId);
  if (isBetween(item.position, slot)) return item.position;
  const key = keyBetween(slot.before, slot.after);
  if (key !== null) return key;
  const spread = slotBehind(spreadLane(write, others), afterId);
  const fresh = keyBetween(spread.before, spread.after);
  if (fresh === null) throw new Error("Fresh keys left no room.");
  return fresh;
}

/** Gives items short positions again, in the same order, when no position is left between two. */
function spreadLane(write: TripWrite, rows: ItemDto[]): ItemDto[] {
  const keys = spreadKeys(rows.length);
  return rows.map((item, index) => {
    const position = keys[index];
    if (position === undefined || position === item.position) return item;
    return writeItem(write, item, { position }, { op: "item.moved", before: { position: item.position } });
  });
}

async function lookAt(write: TripWrite, lane: Lane): Promise<ItemDto[]> {
  const rows = await selectLane(write.tx, { tripId: write.trip.id, ...pick(lane) });
  return rows.map(({ item }) => item);
}

function pick({ list, ownerId }: Lane): Lane {
  return { list, ownerId };
}

interface Slot {
  before: string | null;
  after: string | null;
}

function slotBehind(others: ItemDto[], afterId: string | null): Slot {
  const found = others.findIndex(({ id }) => id === afterId);
  const at = afterId !== null && found < 0 ? others.length - 1 : found;
  return { before: others[at]?.position ?? null, after: others[at + 1]?.position ?? null };
}

/** Whether the item stands there already; another move would only add a useless event to the log. */
function isBetween(position: string, { before, after }: Slot): boolean {
  return (before === null || before < position) && (after === null || position < after);
}
