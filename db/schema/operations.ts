import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** The results of jobs: one row for each kind of job, whichever server ran it. The rows contain no user data. */
export const backgroundWork = pgTable("background_work", {
  name: text("name").primaryKey(),
  lastRunAt: instant("last_run_at").notNull(),
  lastSuccessAt: instant("last_success_at"),
  lastFailureAt: instant("last_failure_at"),
  /** Kind and code of the last error, never its message. */
  lastError: text("last_error"),
  /** The number of failures in a row; 0 after a success. */
  failures: integer("failures").notNull().default(0),
});

/**
 * The id of the installation that this database belongs to; a backup restores it. A store of uploads records the same
 * id.
 */
export const installation = pgTable(
  "installation",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    id: uuid("id").notNull(),
  },
  (table) => [check("installation_is_only", sql`${table.isOnly}`)],
);
