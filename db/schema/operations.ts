import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** How background work goes: a row for each kind of it, whichever server has done it. Nothing of anybody's is here. */
export const backgroundWork = pgTable("background_work", {
  name: text("name").primaryKey(),
  lastRunAt: instant("last_run_at").notNull(),
  lastSuccessAt: instant("last_success_at"),
  lastFailureAt: instant("last_failure_at"),
  /** Kind and code of the last fault, never its words. */
  lastError: text("last_error"),
  /** In a row; none after a success. */
  failures: integer("failures").notNull().default(0),
});

/** Which installation this is the database of; its backups bring it back. A store of uploads notes whose it is. */
export const installation = pgTable(
  "installation",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    id: uuid("id").notNull(),
  },
  (table) => [check("installation_is_only", sql`${table.isOnly}`)],
);
