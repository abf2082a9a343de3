// `npm run db:migrate`: migrates the database to this version before servers of it start.
import { existsSync } from "node:fs";
import { environment } from "#lib/server/env/env.ts";
import { printFailure } from "./operations/command.ts";

interface Settings {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_URL_UNPOOLED?: string | undefined;
}

/**
 * Returns the URL for migrations.
 * @throws Error when no database is named, or only one behind a pooler that gives each statement another connection
 */
export function urlForMigrations({ DATABASE_URL, DATABASE_URL_UNPOOLED }: Settings): string {
  const url = DATABASE_URL_UNPOOLED?.trim() || DATABASE_URL?.trim();
  if (!url) throw new Error("Say which database: DATABASE_URL is not set.");
  if (!URL.canParse(url)) throw new Error("The database's address is not a URL.");
  // Servers that start together take turns by a lock that belongs to their connection.
  const { hostname } = new URL(url);
  if (hostname.includes("-pooler.") && hostname.endsWith(".neon.tech")) {
    throw new Error(
      "DATABASE_URL leads through Neon's pooler: set DATABASE_URL_UNPOOLED to the same address without -pooler.",
    );
  }
  return url;
}

/** Migrates the database, and inserts what every installation has. Does nothing when all of it exists. */
export async function prepareDatabase(settings: Settings): Promise<void> {
  const url = urlForMigrations(settings);
  // The import is late, since a build without a database of its own needs none of this code.
  const { migrateDatabase } = await import("#db/migrate.ts");
  const { seedDatabase } = await import("#db/seed.ts");
  await migrateDatabase(url, () => seedDatabase(url));
}

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  await prepareDatabase(environment());
  console.log("The database is up to date.");
}

if (import.meta.main) await main().catch(printFailure);
