import { postgresUrl, runningPort } from "#lib/local/postgres.ts";
import { ensureSecrets } from "#lib/local/secrets.ts";
import type { App } from "./app.ts";

/** Returns the URL of a running service's embedded database. @throws Error when it does not run */
export function databaseUrl({ dataDir }: Pick<App, "dataDir">): string {
  const port = runningPort(dataDir);
  if (port === undefined) throw new Error("The service's database does not run.");
  return postgresUrl({ port, password: ensureSecrets(dataDir).POSTGRES_PASSWORD });
}

/** Makes this process use the database of a running service in place of its test database. */
export function useDatabaseOf(app: Pick<App, "dataDir">): void {
  const { POSTGRES_PASSWORD: _, ...secrets } = ensureSecrets(app.dataDir);
  Object.assign(process.env, secrets, { DATABASE_URL: databaseUrl(app), DATA_DIR: app.dataDir });
}
