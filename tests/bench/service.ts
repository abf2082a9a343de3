import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "#lib/local/build.ts";
import { ensureSecrets } from "#lib/local/secrets.ts";
import { closeDatabases } from "#lib/server/process/database.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Service {
  app: App;
  port: number;
  roomsPort: number;
  realtimeSecret: string;
  /** The duration of a start with an empty data folder, in which the database is created, migrated and filled. */
  firstStartMs: number;
  /** The duration of a start with existing data. */
  startMs: number;
  /** Stops this service and starts one with the same data and additional variables. */
  restarted(more: Readonly<Record<string, string>>): Promise<Service>;
  /** Stops the service that was started last, and deletes its data. */
  stop(): Promise<void>;
}

/** Starts the service as `npm start` does, in a folder of its own; this process can use its database too. */
export async function startService(env: Readonly<Record<string, string>>): Promise<Service> {
  await ensureBuild(ROOT, console.log, new AbortController().signal);
  const dataDir = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
  // The port is fixed, so that the database has the same address after a restart.
  const fixed = { ...env, PG_PORT: String(await unusedPort("127.0.0.1")) };
  const first = await timedStart(dataDir, fixed);
  await first.app.stop();
  let current: App | undefined;

  async function start(more: Readonly<Record<string, string>>): Promise<Service> {
    const { app, ms, roomsPort } = await timedStart(dataDir, { ...fixed, ...more });
    current = app;
    useDatabaseOf(app);
    return {
      app,
      port: Number(new URL(app.url).port),
      roomsPort,
      realtimeSecret: ensureSecrets(dataDir).REALTIME_SECRET,
      firstStartMs: first.ms,
      startMs: ms,
      async restarted(others) {
        await closeDatabases();
        await app.stop();
        return start(others);
      },
      async stop() {
        await current?.stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  }

  return start({});
}

async function timedStart(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<{ app: App; ms: number; roomsPort: number }> {
  const roomsPort = await unusedPort("127.0.0.1");
  const at = performance.now();
  const app = await startApp({ dataDir, env: { ...env, PARTY_PORT: String(roomsPort) } });
  return { app, ms: performance.now() - at, roomsPort };
}
