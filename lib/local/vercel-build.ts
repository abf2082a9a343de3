// The build command of a deployment on Vercel. For production it checks the settings and migrates the database before
// the deployment is finished, and so before any request reaches it. A preview's build does not touch its database.
import { join } from "node:path";
import { environment, parseEnv } from "#lib/server/env/env.ts";
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
  // The migration runs after the build, so that a failed build leaves the database unchanged.
  if (isProduction) await prepareDatabase(environment());
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
