import { join } from "node:path";
import { Client } from "pg";
import type { RunningProcess } from "#lib/local/part.ts";
import { postgresPart, postgresUrl, runningPid } from "#lib/local/postgres.ts";
import { descendants } from "#tests/helpers/process-tree.ts";
import { DATABASE, mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { unusedPort } from "#tests/helpers/ports.ts";

/**
 * The maximum number of connections: few enough that a test can take all of them, and enough for the service's pool,
 * its checks of sockets, and the test itself.
 */
export const MAX_CONNECTIONS = 40;
const SETTINGS = [
  `max_connections=${MAX_CONNECTIONS}`,
  // A small write-ahead log, so that the disk can be small.
  "min_wal_size=32MB",
  "max_wal_size=64MB",
];
const DISK_MB = 360;
const PASSWORD = "only-in-tests-on-loopback";

/** A PostgreSQL with durable commits, whose process and disk tests can break. */
export interface FaultyPostgres {
  port: number;
  /** The URL that bypasses the faulty links between the database and the service. */
  url: string;
  /** The disk; null on machines that do not allow mounting. */
  disk: SmallDisk | null;
  query<Row>(text: string, params?: unknown[]): Promise<Row[]>;
  /** Stops the server as a power failure does: nothing is finished, and no client is told. */
  crash(): Promise<void>;
  /** Starts the server unless it runs. */
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startFaultyPostgres(folder: string): Promise<FaultyPostgres> {
  const dataDir = join(folder, DATABASE);
  const disk = mountSmallDisk(dataDir, DISK_MB);
  const port = await unusedPort("127.0.0.1");
  const options = { dataDir, port, password: PASSWORD, log: () => undefined, settings: SETTINGS };
  const url = postgresUrl(options);
  let running: RunningProcess | null = null;

  async function start(): Promise<void> {
    if (running) return;
    const started = await postgresPart(options).start(new AbortController().signal);
    running = started;
    void forgetWhenGone(started);
  }
  async function forgetWhenGone(started: RunningProcess): Promise<void> {
    await started.exited;
    if (running === started) running = null;
  }
  function signalAll(signal: NodeJS.Signals): void {
    const pid = running?.pid ?? 0;
    for (const each of [pid, ...descendants(pid).map((child) => child.pid)]) process.kill(each, signal);
  }
  const endOnExit = (): void => {
    const pid = runningPid(dataDir);
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
  };
  process.once("exit", endOnExit);
  await start();
  return {
    port,
    url,
    disk,
    query: (text, params) => queryOnce(url, text, params),
    async crash() {
      const dying = running;
      if (!dying) return;
      process.kill(dying.pid, "SIGQUIT");
      await dying.exited;
    },
    start,
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    async stop() {
      process.off("exit", endOnExit);
      await running?.stop();
      disk?.remove();
    },
  };
}

async function queryOnce<Row>(url: string, text: string, params: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  // If the server stops during the query, the query fails; the connection's own error event needs no handling.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows }: { rows: unknown[] } = await client.query(text, params);
    // The caller knows the type of the rows, because it has written the statement.
    return rows as Row[];
  } finally {
    await client.end();
  }
}
