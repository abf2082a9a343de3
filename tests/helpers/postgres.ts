import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "#db/migrate.ts";
import { seedDatabase } from "#db/seed.ts";
import { postgresPart, postgresUrl, runningPid } from "#lib/local/postgres.ts";
import { processIdentity } from "#lib/local/process-identity.ts";
import { TEMPLATE, withClient } from "./clone-database.ts";
import { unusedPort } from "./ports.ts";

const PREFIX = "wayfare-tests-";
/** Settings that make PostgreSQL fast and not durable; tests need only its rules. */
const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];

export interface TestServer {
  /** The URL of the maintenance database, which `cloneDatabase` takes. */
  url: string;
  /** The folder that is deleted when the server stops. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server for this test run, with one migrated and seeded database to clone. */
export async function startTestServer(): Promise<TestServer> {
  removeAbandoned();
  const dataDir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // When tests run as root, PostgreSQL runs as another user, who must be able to traverse the folder.
  chmodSync(dataDir, 0o711);
  const port = await unusedPort("127.0.0.1");
  const options = {
    dataDir,
    port,
    password: randomBytes(16).toString("hex"),
    log: console.error,
    settings: SETTINGS,
  };
  const keepOnExit = endOnExit(dataDir);
  const running = await postgresPart(options).start(new AbortController().signal);
  const url = postgresUrl(options, "postgres");
  await withClient(url, (client) => client.query(`create database ${TEMPLATE}`));
  await migrateDatabase(postgresUrl(options, TEMPLATE));
  await seedDatabase(postgresUrl(options, TEMPLATE));
  return {
    url,
    folder: dataDir,
    async stop() {
      keepOnExit();
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function interrupted(): void {
  process.exit(1);
}

/** Stops the server when this process exits, also when the run is interrupted. */
function endOnExit(dataDir: string): () => void {
  function end(): void {
    remove(dataDir);
  }
  process.once("exit", end);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, interrupted);
  return () => {
    process.off("exit", end);
    for (const signal of ["SIGTERM", "SIGHUP"] as const) process.off(signal, interrupted);
  };
}

/** Stops the servers and deletes the folders of test runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split("-")[0]) : undefined;
    if (owner === undefined || processIdentity(owner)) continue;
    remove(join(tmpdir(), name));
  }
}

function remove(dataDir: string): void {
  const pid = runningPid(dataDir);
  if (pid !== undefined) process.kill(pid, "SIGQUIT");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
