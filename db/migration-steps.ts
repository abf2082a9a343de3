import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase } from "pg";

export const MIGRATIONS_FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));
/** The key of PostgreSQL's advisory lock, with which servers that start together take turns; any fixed number works. */
export const MIGRATION_LOCK = 7_230_145;
const JOURNAL = `"drizzle"."__drizzle_migrations"`;

/** Every migration of this version, in order. */
export function migrationSteps(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
}

/** The hashes of the migrations that a database has run, in order; empty if it never ran one. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) return [];
  const { rows } = await client.query<{ hash: string }>(
    `select hash from ${JOURNAL} order by created_at, id`,
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Runs migrations inside the caller's transaction, and records them in drizzle's own table. Drizzle itself only runs
 * migrations in transactions of its own.
 */
export async function applyMigrations(client: ClientBase, steps: readonly MigrationMeta[]): Promise<void> {
  await client.query(`create schema if not exists "drizzle"`);
  await client.query(
    `create table if not exists ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { sql, hash, folderMillis } of steps) {
    for (const text of sql) await client.query(text);
    await client.query(`insert into ${JOURNAL} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  }
}

/** The names of all tables that any migration has ever created. */
export function migratedTableNames(): string[] {
  return namesIn(/^ {0,20}CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/gim);
}

/** Drops everything that migrations have created, with all rows, and nothing else of the database. */
export async function dropMigratedSchema(client: ClientBase): Promise<void> {
  const tables = migratedTableNames();
  await client.query(`drop table if exists ${tables.map((name) => `"${name}"`).join(", ")} cascade`);
  const functions = namesIn(/^ {0,20}CREATE (?:OR REPLACE )?FUNCTION "(\w+)"/gim);
  for (const name of functions) await client.query(`drop function if exists "${name}" cascade`);
  await client.query(`drop table if exists ${JOURNAL}`);
}

function namesIn(pattern: RegExp): string[] {
  const texts = migrationSteps().flatMap(({ sql }) => sql);
  const names = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
  return [...new Set(names)];
}
