import { text } from "drizzle-orm/pg-core";
import { listTable } from "./list-table.ts";

/** Web addresses that the members of a trip collect. */
export const links = listTable("links", {
  title: text("title").notNull(),
  url: text("url").notNull(),
  notes: text("notes"),
});
