// @alone @long: looks at whole tables; a migration that waits for locks
import type { Client } from "pg";
import { expect, test } from "vitest";
import {
  appliedMigrations,
  applyMigrations,
  dropMigratedSchema,
  migrationSteps,
} from "#db/migration-steps.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { inDatabase } from "#tests/helpers/operations.ts";

const url = process.env.DATABASE_URL ?? "";
const ALTERS_USERS = "blocked_at";

async function isWaitedFor(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_locks where not granted and relation = 'users'::regclass",
  );
  return rows.length > 0;
}

test("a migration that meets a backup lets those go on who read, and is done once the backup is", async () => {
  const steps = migrationSteps();
  const before = steps.findIndex(({ sql }) => sql.some((text) => text.includes(ALTERS_USERS)));
  await inDatabase(url, async (client) => {
    await dropMigratedSchema(client);
    await applyMigrations(client, steps.slice(0, before));
  });
  await inDatabase(url, async (backup) => {
    await backup.query("begin; lock table users in access share mode");
    const migrated = migrateDatabase(url);
    await inDatabase(url, async (service) => {
      await service.query("set lock_timeout = '10s'");
      await expect.poll(() => isWaitedFor(service)).toBe(true);
      // The service's query waits behind the migration, which waits for the backup, but the query waits only briefly.
      await service.query("select count(*) from users");
    });
    await backup.query("commit");
    await migrated;
    expect(await appliedMigrations(backup)).toEqual(steps.map(({ hash }) => hash));
  });
});
