import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { ensureSecrets } from "#lib/local/secrets.ts";
import { type App, launchApp, startApp } from "#tests/helpers/app.ts";
import { databaseUrl } from "#tests/helpers/app-database.ts";

/**
 * Starts another instance of the shared service, on the same database and rooms, with settings of its own. Its log is
 * kept until the run ends.
 */
export function startOther(name: string, env: Readonly<Record<string, string>>): Promise<App> {
  return startApp(optionsFor(name, env));
}

/** Starts another instance of the shared service without waiting for it, because it may refuse to start. */
export function launchOther(name: string, env: Readonly<Record<string, string>>): Promise<App> {
  return launchApp(optionsFor(name, env));
}

/** Returns what the shared service has printed so far. */
export function serviceLog(): string {
  return readFileSync(join(inject("contractService").dataDir, "service.log"), "utf8");
}

function optionsFor(name: string, env: Readonly<Record<string, string>>) {
  const main = inject("contractService");
  const { POSTGRES_PASSWORD: _, ...secrets } = ensureSecrets(main.dataDir);
  const dataDir = join(inject("contractFolder"), name);
  mkdirSync(dataDir, { recursive: true });
  const shared = { DATABASE_URL: databaseUrl(main), PARTYKIT_URL: main.roomsUrl };
  return { dataDir, env: { ...main.settings, ...secrets, ...shared, ...env } };
}
