import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { items } from "#db/schema/items.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { jsonObject, param } from "./projection.ts";
import { itemFields } from "./projections.ts";

const itemJson = jsonObject<ItemDto>(itemFields);

/** An item, even a deleted one or any user's private one; `deletedAt` and `ownerId` say whether it is. */
export const selectItem = statement<{ tripId: string; itemId: string }, { item: ItemDto }>(
  "select_item",
  sql`select ${itemJson} as item from ${items}
    where ${items.tripId} = ${param("tripId", "uuid")} and ${items.id} = ${param("itemId", "uuid")}`,
);

/** Items by their ids, even deleted ones and other users' private ones. */
export const selectItemsById = statement<{ tripId: string; ids: string[] }, { item: ItemDto }>(
  "select_items_by_id",
  sql`select ${itemJson} as item from ${items}
    where ${items.tripId} = ${param("tripId", "uuid")} and ${items.id} = any(${param("ids", "uuid[]")})`,
);

const visible = sql`${items.tripId} = ${param("tripId", "uuid")} and ${items.deletedAt} is null
  and (${items.ownerId} is null or ${items.ownerId} = ${param("userId", "uuid")})`;

/** Live items that this user may see, by list and position. */
export const selectItems = statement<{ tripId: string; userId: string }, { item: ItemDto }>(
  "select_items",
  sql`select ${itemJson} as item from ${items} where ${visible} order by ${items.list}, ${items.position}, ${items.id}`,
);

export interface ItemCounts {
  /**
   * The number of items that the user may see. A limit that includes others' private items would reveal their number.
   */
  count: number;
  /** The number of items that everybody sees. */
  sharedCount: number;
}

/** The numbers of live items; always one row. */
export const countItems = statement<{ tripId: string; userId: string }, ItemCounts>(
  "count_items",
  sql`select count(*)::int as count, (count(*) filter (where ${items.ownerId} is null))::int as "sharedCount" from ${items} where ${visible}`,
);

interface Lane {
  tripId: string;
  list: string;
  /** The owner of a private item; null: everybody's. */
  ownerId: string | null;
}

/**
 * A condition: live items of one list and one owner, which have an order of their own, because moving a private item
 * must not change another member's list.
 */
const lane = sql`${items.tripId} = ${param("tripId", "uuid")} and ${items.list} = ${param("list", "text")}
  and ${items.ownerId} is not distinct from ${param("ownerId", "uuid")} and ${items.deletedAt} is null`;

/** Live items of one list and owner, in order. */
export const selectItemsOfList = statement<Lane, { item: ItemDto }>(
  "select_item_lane",
  sql`select ${itemJson} as item from ${items} where ${lane} order by ${items.position}, ${items.id}`,
);

/** The last position of a list and owner; no row where there are no items. */
export const selectLastItemPosition = statement<Lane, { position: string }>(
  "select_item_lane_end",
  sql`select ${items.position} as position from ${items} where ${lane} order by ${items.position} desc limit 1`,
);

const record = sql`jsonb_to_record(${param("item", "jsonb")}) as r(list text, position text, text text, section text,
  "assigneeId" uuid, "dueDate" date, "doneAt" timestamptz, "ownerId" uuid, "deletedAt" timestamptz)`;

/** `item` is the JSON of ItemDto; id, version and instants in it are not read. */
export const insertItem = statement<
  { id: string; tripId: string; item: string; createdBy: string; at: Date },
  never
>(
  "insert_item",
  sql`insert into ${items} (id, trip_id, list, position, text, section, assignee_id, due_date, done_at, owner_id, created_by,
      created_at, updated_at)
    select ${param("id", "uuid")}, ${param("tripId", "uuid")}, r.list, r.position, r.text, r.section, r."assigneeId", r."dueDate",
      r."doneAt", r."ownerId", ${param("createdBy", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${record}`,
);

/** Writes every field that can change; callers merge into what they read under the trip's lock. */
export const saveItem = statement<{ tripId: string; id: string; item: string; at: Date }, never>(
  "save_item",
  sql`update ${items} set position = r.position, text = r.text, section = r.section, assignee_id = r."assigneeId",
      due_date = r."dueDate", done_at = r."doneAt", owner_id = r."ownerId", deleted_at = r."deletedAt",
      version = ${items.version} + 1, updated_at = ${param("at", "timestamptz")}
    from ${record} where ${items.tripId} = ${param("tripId", "uuid")} and ${items.id} = ${param("id", "uuid")}`,
);
