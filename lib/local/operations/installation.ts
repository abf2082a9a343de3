import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Env, environment, parseEnv } from "#lib/server/env/env.ts";
import { dataFolder, dataPath } from "../configuration.ts";
import { type Lock, LockedError, takeLock } from "../lock.ts";
import { freePort } from "../ports.ts";
import { postgresPart, postgresUrl, runningPort } from "../postgres.ts";
import { hasSecrets, ensureSecrets } from "../secrets.ts";
import { acceptsConnections } from "../tcp.ts";
import { CommandError, ROOT } from "./command.ts";
import { runningPorts } from "./running-ports.ts";

/** The data and settings of a machine, for a command that works on them. */
export interface Installation {
  env: Env;
  dataDir: string;
  databaseUrl: string;
  isEmbedded: boolean;
  /** BETTER_AUTH_SECRET, if the environment itself contains one. */
  givenSecret: string | undefined;
}

interface Need {
  /** Whether the service must not run, and can't be started, until the command's work is done. */
  alone?: boolean;
  /** Whether the machine may be one that has never run: it then gets its secrets and its database. */
  fresh?: boolean;
}

const STARTING_MS = 10_000;

/**
 * Fills in missing variables like `npm start`, provides a connection to the database, which is started if it does not
 * run, and restores the former state at the end.
 */
export async function withInstallation<T>(
  need: Need,
  signal: AbortSignal,
  work: (machine: Installation) => Promise<T>,
): Promise<T> {
  const isEmbedded = !environment().DATABASE_URL?.trim() && !environment().DATABASE_CACHED_URL?.trim();
  if (isEmbedded) return onEmbedded(need, signal, work);
  const givenSecret = given().BETTER_AUTH_SECRET;
  const dataDir = dataFolder(ROOT);
  const env = adopt({ ...runningPorts(dataDir), DATA_DIR: dataDir });
  if (env.DATABASE_URL === undefined) {
    throw new CommandError("Only DATABASE_CACHED_URL is set: set DATABASE_URL, too, to the database itself.");
  }
  return work({ env, dataDir, databaseUrl: env.DATABASE_URL, isEmbedded, givenSecret });
}

async function onEmbedded<T>(
  need: Need,
  signal: AbortSignal,
  work: (machine: Installation) => Promise<T>,
): Promise<T> {
  const dataDir = need.fresh ? dataFolder(ROOT) : dataPath(ROOT);
  if (!need.fresh && !hasSecrets(dataDir)) {
    throw new CommandError(
      `Wayfare has never run on ${dataDir}. DATA_DIR names another folder, DATABASE_URL a database.`,
    );
  }
  const { POSTGRES_PASSWORD: password, ...secrets } = ensureSecrets(dataDir);
  const givenSecret = given().BETTER_AUTH_SECRET;
  const database = await lend(dataDir, password, need, signal);
  try {
    const databaseUrl = postgresUrl({ port: database.port, password });
    const asked = { ...secrets, ...given(), ...runningPorts(dataDir) };
    const env = adopt({ ...asked, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    return await work({ env, dataDir, databaseUrl, isEmbedded: true, givenSecret });
  } finally {
    await database.giveBack();
  }
}

function given(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment()).filter(([, value]) => value?.trim()));
}

/** Gives this process the configuration of the service, whose operations it calls afterwards. */
function adopt(completed: Readonly<Record<string, string | undefined>>): Env {
  Object.assign(process.env, { LOG_LEVEL: environment().LOG_LEVEL || "warn" }, completed);
  return parseEnv(environment());
}

async function lend(dataDir: string, password: string, need: Need, signal: AbortSignal) {
  const lock = lockUnlessRunning(dataDir, need);
  if (!lock) return { port: await portOfRunning(dataDir, signal), giveBack: () => Promise.resolve() };
  try {
    const port =
      runningPort(dataDir) ?? (await freePort(parseEnv(withSecrets(dataDir)).PG_PORT, "127.0.0.1"));
    const server = await postgresPart({ dataDir, port, password, log: console.error }).start(signal);
    return {
      port: runningPort(dataDir) ?? port,
      async giveBack() {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function withSecrets(dataDir: string) {
  const { POSTGRES_PASSWORD: _, ...secrets } = ensureSecrets(dataDir);
  return { ...secrets, ...given() };
}

function lockUnlessRunning(dataDir: string, { alone }: Need): Lock | undefined {
  try {
    return takeLock(join(dataDir, "supervisor.json"));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    if (!alone) return undefined;
    const who = `Wayfare runs on ${dataDir} (process ${String(error.holder.pid)})`;
    throw new CommandError(`${who}: stop it first.`, { cause: error });
  }
}

/** Returns the port of the running database. A service that is just starting has its lock before its database runs. */
async function portOfRunning(dataDir: string, signal: AbortSignal): Promise<number> {
  for (
    const deadline = Date.now() + STARTING_MS;
    Date.now() < deadline;
    await sleep(100, undefined, { signal })
  ) {
    const port = runningPort(dataDir);
    if (port !== undefined && (await acceptsConnections(port))) return port;
  }
  throw new CommandError(
    `Wayfare runs on ${dataDir}, but its database is not to be seen. Does it run in another container? Then run this in ` +
      "there (docker exec). Else see the service's log, or stop the service and try again.",
  );
}
