import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuild } from "#lib/local/build.ts";
import { keptSecrets } from "#lib/local/secrets.ts";
import { closeDatabases } from "#lib/server/database.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Service {
  app: App;
  port: number;
  roomsPort: number;
  realtimeSecret: string;
  /** With an empty data folder: the database is made, migrated and filled. */
  firstStartMs: number;
  /** With everything there already. */
  startMs: number;
  /** The same data, under more variables; this one has then ended. */
  restarted(more: Readonly<Record<string, string>>): Promise<Service>;
  /** Of them all the last that was started, and its data. */
  stop(): Promise<void>;
}

/** The service as `npm start` runs it, in a folder of its own; this process can reach its database too. */
export async function startService(env: Readonly<Record<string, string>>): Promise<Service> {
  await ensureBuild(ROOT, console.log, new AbortController().signal);
  const dataDir = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
  // Where it was, so that who knows the database finds it again.
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
      realtimeSecret: keptSecrets(dataDir).REALTIME_SECRET,
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
