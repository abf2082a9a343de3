import { setTimeout as sleep } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { MIGRATION_LOCK, MIGRATIONS_FOLDER } from "./migration-steps.ts";

/**
 * A migration waits at most this long for a table's lock and then tries again later, because all queries of the table
 * queue behind the waiting migration.
 */
const LOCK_WAIT = "2s";
const PAUSE_MS = 3000;
/** After this time a migration gives up waiting for locked tables; a backup locks tables for a shorter time. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Migrates the database to the newest migration; does nothing when it is up to date. `afterwards` runs while this
 * server still holds the migration lock.
 */
export async function migrateDatabase(url: string, afterwards?: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = '${LOCK_WAIT}'`);
    await migrateOnceFree(client);
    await afterwards?.();
  } finally {
    await client.end();
  }
}

/** Runs all pending migrations in one transaction, so that a locked table leaves nothing half done. */
async function migrateOnceFree(client: Client): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    } catch (error) {
      if (!isLocked(error) || Date.now() > giveUpAt) throw error;
    }
  }
}

function isLocked(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof Error && "code" in cause && cause.code === "55P03";
}
