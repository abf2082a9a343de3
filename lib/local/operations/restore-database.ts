import type { Client } from "pg";
import { APPLICATION_NAME } from "#db/client.ts";
import { copyIn } from "#db/copy.ts";
import {
  appliedMigrations,
  applyMigrations,
  dropMigratedSchema,
  MIGRATION_LOCK,
  migrationSteps,
  migratedTableNames,
} from "#db/migration-steps.ts";
import { columnList, quoteIdentifier, type StoredTable, storedTables } from "#db/stored-tables.ts";
import { takeStore } from "#lib/server/operator/check-files.ts";
import type { ObjectStore } from "#lib/server/storage/object-store.ts";
import { readArchive } from "./archive.ts";
import { objectKeyOf, tableOf } from "./backup-format.ts";
import { CommandError, countText } from "./command.ts";
import type { InspectedBackup } from "./inspect-backup.ts";
import type { Entry } from "./tar.ts";

export interface RestoreTarget {
  client: Client;
  store: ObjectStore;
  /** Whether existing data may be replaced. */
  replace: boolean;
  /**
   * Runs directly before the commit.
   * @returns a function that undoes it
   */
  beforeCommit(): () => void;
  signal: AbortSignal;
}

const ANY_TYPE = { contentType: "application/octet-stream", cacheControl: "private, no-store" };

/**
 * Checks the backup's version.
 * @throws CommandError where neither this version of Wayfare nor an older one can have made the backup
 */
export function requireKnownVersion({ header }: InspectedBackup): void {
  const known = migrationSteps().map(({ hash }) => hash);
  if (header.migrations.every((hash, index) => hash === known[index])) return;
  throw new CommandError(
    header.migrations.length > known.length
      ? "The backup is of a newer version of Wayfare: update this one first. Nothing was changed."
      : "The backup is of another line of Wayfare, whose database this version does not know. Nothing was changed.",
  );
}

/**
 * Restores everything or nothing: the tables as they were, migrated to this version, in one transaction.
 * @returns the number of uploads
 */
export async function restoreBackup(
  path: string,
  inspected: InspectedBackup,
  target: RestoreTarget,
): Promise<number> {
  const { client } = target;
  await client.query("begin");
  await client.query(
    "set local statement_timeout = 0; set local lock_timeout = '10s'; set local timezone = 'UTC'; set local datestyle = 'ISO'",
  );
  const undoing: (() => void)[] = [];
  let files = 0;
  try {
    // With this lock, a server that starts during the restore waits with its own migrations.
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await clear(target);
    const steps = migrationSteps();
    const { header } = inspected;
    await applyMigrations(client, steps.slice(0, header.migrations.length));
    files = await fill(path, inspected, target);
    await applyMigrations(client, steps.slice(header.migrations.length));
    // Uploads that the store had before the restore belong to no database afterwards.
    if (header.hasFiles) await takeStore({ client }, target.store);
    undoing.push(target.beforeCommit());
    const { command } = await client.query("commit");
    // A commit after a failed statement answers ROLLBACK without an error, so the command tag is checked.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back.");
  } catch (error) {
    for (const undo of undoing) undo();
    await client.query("rollback").catch(() => undefined);
    throw isLocked(error) ? inUse(error) : error;
  }
  // Without fresh statistics, the first requests would get plans for empty tables; PostgreSQL computes them only later.
  await client.query("analyze").catch(() => undefined);
  return files;
}

/**
 * Returns the number of connections of running servers. Idle servers do not block a restore, and the restore does not
 * stop them.
 */
export async function connectedServers(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1",
    [APPLICATION_NAME],
  );
  return rows[0]?.count ?? 0;
}

function isLocked(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

function inUse(cause: Error): CommandError {
  const what = "Something works on the database: stop every server of Wayfare that uses it, then try again.";
  return new CommandError(`${what} Nothing was changed.`, { cause });
}

async function clear({ client, replace }: RestoreTarget): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  );
  const own = migratedTableNames();
  const applied = await appliedMigrations(client);
  const known = migrationSteps().map(({ hash }) => hash);
  if (applied[0] !== known[0] && found.length > 0) {
    const names = found.slice(0, 5).map(({ name }) => name);
    throw new CommandError(
      `This database is not Wayfare's: it holds ${names.join(", ")}. Name another one in DATABASE_URL. Nothing was changed.`,
    );
  }
  if (applied.some((hash, index) => hash !== known[index])) {
    throw new CommandError(
      "The database is of a newer version of Wayfare: update this one first. Nothing was changed.",
    );
  }
  if (applied.length === 0) return;
  if (!replace)
    await requireEmpty(
      client,
      own.filter((name) => found.some((table) => table.name === name)),
    );
  await dropMigratedSchema(client);
}

/**
 * Checks that the database is empty except for the demo trip, which every installation has at its start and which
 * nobody owns.
 */
async function requireEmpty(client: Client, tables: readonly string[]): Promise<void> {
  const counts = tables.map(
    (name) => `select '${name}' as name, count(*)::float8 as count from ${quoteIdentifier(name)}`,
  );
  const { rows } = await client.query<{ name: string; count: number }>(counts.join(" union all "));
  const count = (name: string) => rows.find((row) => row.name === name)?.count ?? 0;
  if (count("users") === 0 && count("trips") <= 1) return;
  const held = `${countText(count("users"), "person", "people")} and ${countText(count("trips"), "trip")}`;
  throw new CommandError(
    `The database holds ${held}. To delete them and put the backup in their place, add --replace. Nothing was changed.`,
  );
}

async function fill(path: string, inspected: InspectedBackup, target: RestoreTarget): Promise<number> {
  const { client } = target;
  const { tables } = inspected.header;
  const there = await storedTables(client, migratedTableNames());
  for (const table of tables) {
    const match = there.find(({ name }) => name === table.name);
    if (JSON.stringify(match) !== JSON.stringify(table)) {
      throw new CommandError(
        `The backup's table ${table.name} is not what its version has. Nothing was changed.`,
      );
    }
  }
  // Triggers are disabled: what they record when a row is created was recorded when the row was first created.
  for (const { name } of tables)
    await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`);
  const { rows, files } = await pour(path, inspected, target);
  for (const { name } of tables) {
    if ((rows.get(name) ?? 0) !== inspected.summary.rows[name]) {
      throw new CommandError(`The backup lacks rows of ${name}. Nothing was changed.`);
    }
  }
  await client.query("set constraints all immediate");
  for (const { name } of tables)
    await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`);
  return files;
}

async function pour(path: string, { header }: InspectedBackup, { client, store, signal }: RestoreTarget) {
  const tables = new Map(header.tables.map((table) => [table.name, table]));
  const rows = new Map<string, number>();
  let files = 0;
  for await (const entry of readArchive(path)) {
    signal.throwIfAborted();
    const objectKey = objectKeyOf(entry.name);
    const table = tables.get(tableOf(entry.name) ?? "");
    if (objectKey !== null) {
      await store.put(objectKey, await bytesOf(entry), ANY_TYPE);
      files += 1;
    } else if (table) {
      const taken = await takeRows(client, table, entry);
      rows.set(table.name, (rows.get(table.name) ?? 0) + taken);
    }
  }
  return { rows, files };
}

async function takeRows(client: Client, table: StoredTable, { body }: Entry): Promise<number> {
  try {
    return await copyIn(client, `copy ${columnList(table)} from stdin`, body);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The backup's rows of ${table.name} don't fit (${why}). Nothing was changed.`, {
      cause: error,
    });
  }
}

async function bytesOf({ body }: Entry): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
