import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { aptInstall } from "./apt.ts";
import { unusedPort } from "./ports.ts";

const HOW_TO =
  "No Redis was found and none could be installed. Install one, for example by `apt-get install redis-server` " +
  "or `brew install redis`.";
const READY = /Ready to accept connections/;
const STARTING_MS = 20_000;

export interface TestRedis {
  /** The value for `RATE_LIMIT_REDIS_URL`; it stays the same after a restart. */
  url: string;
  /** Breaks every connection and deletes all data, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port. */
  start(): Promise<void>;
  /** Stops the server from answering until it is resumed; connections stay open. */
  suspend(): void;
  resume(): void;
  stop(): Promise<void>;
}

/**
 * Starts a Redis server for this test on a free port, without persistence.
 * @throws Error when Redis is not installed
 */
export async function startRedis(): Promise<TestRedis> {
  const file = findRedis();
  const folder = mkdtempSync(join(tmpdir(), "wayfare-redis-"));
  const port = await unusedPort("127.0.0.1");
  let server = await startServer(file, folder, port);
  const endOnExit = () => server.kill("SIGKILL");
  process.once("exit", endOnExit);
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(server),
    async start() {
      server = await startServer(file, folder, port);
    },
    suspend: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    async stop() {
      process.off("exit", endOnExit);
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(file: string, folder: string, port: number): Promise<ChildProcess> {
  const settings = { bind: "127.0.0.1", port: String(port), dir: folder, save: "", appendonly: "no" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(file, args, { argv0: "redis-server", stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  server.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (READY.test(said)) resolve();
  });
  const failed = once(server, "exit", { signal: AbortSignal.timeout(STARTING_MS) }).finally(() => {
    throw new Error(`Redis did not start: ${said}`);
  });
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, "exit");
  server.kill("SIGKILL");
  await gone;
}

function findRedis(): string {
  const found = installed();
  if (found) return found;
  aptInstall("redis-tools");
  const now = installed();
  if (now) return now;
  throw new Error(HOW_TO);
}

/**
 * Returns the path of an installed server. The program chooses its role by its file name: Debian's `redis-tools` has
 * the same program as the checker of dumps, and that package starts no system service.
 */
function installed(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["redis-server", "valkey-server", "redis-check-rdb"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isServer);
}

function isServer(file: string): boolean {
  const { stdout } = spawnSync(file, ["--version"], { argv0: "redis-server", encoding: "utf8" });
  return /server v=/.test(stdout ?? "");
}
