import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { MIGRATION_LOCK, MIGRATIONS } from "./migration-steps.ts";

/**
 * Brings the database up to the newest migration; does nothing when it is there already. `afterwards` is still in the
 * turn of this server.
 */
export async function migrateDatabase(url: string, afterwards?: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    await afterwards?.();
  } finally {
    await client.end();
  }
}
