import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuild } from "#lib/local/build.ts";
import { freePort } from "#lib/local/ports.ts";
import { keptSecrets } from "#lib/local/secrets.ts";
import { type App, startApp } from "#tests/helpers/app.ts";
import { useDatabaseOf } from "#tests/helpers/app-database.ts";

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
  stop(): Promise<void>;
}

/** The service as `npm start` runs it, in a folder of its own; this process can reach its database too. */
export async function startService(env: Readonly<Record<string, string>>): Promise<Service> {
  await ensureBuild(ROOT, console.log, new AbortController().signal);
  const dataDir = mkdtempSync(join(tmpdir(), "wayfare-bench-"));
  const first = await timedStart(dataDir, env);
  await first.app.stop();
  const { app, ms, roomsPort } = await timedStart(dataDir, env);
  useDatabaseOf(app);
  return {
    app,
    port: Number(new URL(app.url).port),
    roomsPort,
    realtimeSecret: keptSecrets(dataDir).REALTIME_SECRET,
    firstStartMs: first.ms,
    startMs: ms,
    async stop() {
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function timedStart(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<{ app: App; ms: number; roomsPort: number }> {
  const roomsPort = await freePort(39_100 + Math.floor(Math.random() * 800), "127.0.0.1");
  const at = performance.now();
  const app = await startApp({ dataDir, env: { ...env, PARTY_PORT: String(roomsPort) } });
  return { app, ms: performance.now() - at, roomsPort };
}

/** V8 gives back what a load has left some 8 seconds after the last of it. */
const [READING_MS, STEADY_READINGS, MOST_READINGS] = [500, 24, 120];

/** Resident memory of the web part in MiB, once it no longer changes. */
export async function settledMemory({ app }: Service): Promise<number> {
  const pid = app.pidOf("web") ?? 0;
  const readings = [residentMiB(pid)];
  while (readings.length < MOST_READINGS) {
    await sleep(READING_MS);
    readings.push(residentMiB(pid));
    const recent = readings.slice(-STEADY_READINGS);
    if (recent.length === STEADY_READINGS && Math.max(...recent) - Math.min(...recent) < 1) break;
  }
  return readings.at(-1) ?? 0;
}

function residentMiB(pid: number): number {
  if (process.platform === "linux") {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
