// What Vercel runs to make a deployment. One that is to be production finds its settings checked and its database migrated
// before it is finished, and so before anybody is sent to it; a preview's database is not this build's to touch.
import { join } from "node:path";
import { environment, parseEnv } from "#lib/server/env.ts";
import { ensureBuild } from "./build.ts";
import { logOf } from "./log.ts";
import { prepareDatabase, urlForMigrations } from "./prepare-database.ts";

const ROOT = join(import.meta.dirname, "../..");

async function main(): Promise<void> {
  const isProduction = environment().VERCEL_ENV === "production";
  if (isProduction) {
    parseEnv(environment());
    urlForMigrations(environment());
  }
  await ensureBuild(ROOT, logOf("build"), new AbortController().signal);
  // After the build: one that fails leaves the database as it is.
  if (isProduction) await prepareDatabase(environment());
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
