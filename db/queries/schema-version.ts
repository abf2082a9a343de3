import type { Db } from "#db/client.ts";
import journal from "#db/migrations/meta/_journal.json" with { type: "json" };

const newest = Math.max(...journal.entries.map(({ when }) => when));
/** Error codes of PostgreSQL: the table, or the schema that it is in, does not exist. */
const NEVER_MIGRATED = new Set<unknown>(["42P01", "3F000"]);
const NOT_ALLOWED = "42501";

/**
 * Whether the database has this version's newest migration, or a later one, by drizzle's own rule. A database user who
 * may not read the table of migrations, as before `service-role.sql` granted it, can't tell, and the service starts
 * anyway.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  try {
    const { rows } = await db.client.query(
      "select 1 from drizzle.__drizzle_migrations where created_at >= $1 limit 1",
      [newest],
    );
    return rows.length > 0;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (NEVER_MIGRATED.has(code)) return false;
    if (code === NOT_ALLOWED) return true;
    throw error;
  }
}
