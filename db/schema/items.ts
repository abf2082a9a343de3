import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, orderKey, revision } from "./columns.ts";
import { tripMembers } from "./members.ts";
import { trips } from "./trips.ts";

/** Items of the packing list and of the to-do list. */
export const items = pgTable(
  "items",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    list: text("list", { enum: ["packing", "todo"] }).notNull(),
    position: orderKey("position").notNull(),
    text: text("text").notNull(),
    /** A heading that several items of one list share, e.g. "Clothes". */
    section: text("section"),
    assigneeId: uuid("assignee_id").references(() => tripMembers.id, { onDelete: "set null" }),
    dueDate: date("due_date"),
    doneAt: instant("done_at"),
    /** null: everybody sees the item; otherwise the only user who does. */
    ownerId: uuid("owner_id"),
    createdBy: uuid("created_by"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    index("items_trip_id_list_position_idx").on(t.tripId, t.list, t.position),
    index("items_assignee_id_idx").on(t.assigneeId),
    check("items_list_check", sql`${t.list} in ('packing', 'todo')`),
    check("items_text_check", sql`length(${t.text}) between 1 and 300`),
    check("items_position_check", sql`length(${t.position}) between 1 and 64`),
  ],
);
