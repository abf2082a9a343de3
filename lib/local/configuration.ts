import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { type Env, environment, parseEnv } from "#lib/server/env/env.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import type { Log } from "./log.ts";
import { type Host, freePort, waitForPort } from "./ports.ts";
import { localPostgresUrl, runningPort } from "./postgres.ts";
import { ensureSecrets } from "./secrets.ts";
import { settingsAdvice } from "./settings-advice.ts";

export interface Configuration {
  env: Env;
  /** The environment of the parts: the given variables with all missing ones filled in. */
  forParts: Readonly<Record<string, string | undefined>>;
  dataDir: string;
  /** The port and the password of the database if this service runs it itself. */
  embedded: { port: number; password: string } | undefined;
}

/** Returns the folder that holds all data of the service. */
export function dataPath(root: string): string {
  const given = environment().DATA_DIR?.trim() || ".data";
  return isAbsolute(given) ? given : join(root, given);
}

/** The free space that a start needs: a new database takes 40 MB, and its write-ahead log grows by files of 16 MB. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/**
 * Returns the data folder, which is created if it does not exist.
 * @throws Error where nothing can be stored in it
 */
export function dataFolder(root: string, freeBytes = freeBytesOf): string {
  const dataDir = dataPath(root);
  const hindrance = whyNotWritable(dataDir);
  if (hindrance !== null) {
    throw new Error(
      `Nothing can be written to ${dataDir} (${hindrance}). Give the service a DATA_DIR that its user may write to.`,
    );
  }
  const bytes = freeBytes(dataDir);
  if (bytes >= LEAST_FREE_BYTES) return dataDir;
  const free = Math.floor(bytes / 1024 / 1024);
  throw new Error(
    `The disk of ${dataDir} has ${free} MB left, and the service needs 64 to start. Make room on it, or set DATA_DIR.`,
  );
}

/** Returns the free bytes that this process's user may still use. */
function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function whyNotWritable(dataDir: string): string | null {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    makeFolder(dataDir);
    writeFileSync(probe, "");
    rmSync(probe);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/**
 * Creates one folder after the other: Node's own recursion never ends on systems that have no such folder and create
 * none.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

/**
 * Fills in missing variables: secrets and database URL of the embedded mode, and free ports.
 * @throws EnvError
 */
export async function configure(dataDir: string, log: Log): Promise<Configuration> {
  const given = Object.fromEntries(Object.entries(environment()).filter(([, value]) => value?.trim()));
  const isEmbedded = !given.DATABASE_URL && !given.DATABASE_CACHED_URL;
  const { POSTGRES_PASSWORD: password, ...secrets } = isEmbedded
    ? ensureSecrets(dataDir)
    : { POSTGRES_PASSWORD: "" };
  const complete = { ...secrets, ...given, DATA_DIR: dataDir, NEXT_TELEMETRY_DISABLED: "1" };
  const wanted = parseEnv(complete);
  for (const line of settingsAdvice(wanted)) log(line);
  const ports = await choosePorts(wanted, given, isEmbedded ? runningPort(dataDir) : undefined);
  const embedded = isEmbedded ? { port: ports.PG_PORT, password } : undefined;
  const forParts = {
    ...complete,
    PORT: String(ports.PORT),
    PARTY_PORT: String(ports.PARTY_PORT),
    PG_PORT: String(ports.PG_PORT),
    // Only this server guarantees that the header with the client's address is true, so only its own parts trust it.
    CLIENT_IP_HEADER: wanted.CLIENT_IP_HEADER ?? CLIENT_ADDRESS_HEADER,
    ...(embedded && { DATABASE_URL: localPostgresUrl({ dataDir, ...embedded }) }),
  };
  return { env: parseEnv(forParts), forParts, dataDir, embedded };
}

type Ports = Pick<Env, "PORT" | "PARTY_PORT" | "PG_PORT">;
type Wanted = Ports & Pick<Env, "BIND_ADDRESS">;

/** Chooses the ports. A port that is in use is replaced by the next free one, unless a variable names it. */
async function choosePorts(wanted: Wanted, given: object, pgPort: number | undefined): Promise<Ports> {
  const taken = new Set<number>();
  async function choose(name: keyof Ports, host: Host): Promise<number> {
    const port =
      name in given ? await waitForPort(name, wanted[name], host) : await freePort(wanted[name], host, taken);
    taken.add(port);
    return port;
  }
  return {
    PORT: await choose("PORT", wanted.BIND_ADDRESS ?? "::"),
    PARTY_PORT: await choose("PARTY_PORT", "127.0.0.1"),
    PG_PORT: pgPort ?? (await choose("PG_PORT", "127.0.0.1")),
  };
}
