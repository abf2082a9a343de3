import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type Env, environment, parseEnv } from "#lib/server/env.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import type { Log } from "./log.ts";
import { type Host, freePort } from "./ports.ts";
import { localPostgresUrl, runningPort } from "./postgres.ts";
import { keptSecrets } from "./secrets.ts";

export interface Configuration {
  env: Env;
  /** The environment of the parts: the given one, completed. */
  forParts: Readonly<Record<string, string | undefined>>;
  dataDir: string;
  /** Set when the database is ours to run. */
  embedded: { port: number; password: string } | undefined;
}

/** The folder that holds everything the service keeps. */
export function dataPath(root: string): string {
  const given = environment().DATA_DIR?.trim() || ".data";
  return isAbsolute(given) ? given : join(root, given);
}

/** The same; made when it is not there. */
export function dataFolder(root: string): string {
  const dataDir = dataPath(root);
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}

/** Completes the environment: secrets and database URL of the embedded mode, free ports. @throws EnvError */
export async function configure(dataDir: string, log: Log): Promise<Configuration> {
  const given = Object.fromEntries(Object.entries(environment()).filter(([, value]) => value?.trim()));
  const isEmbedded = !given.DATABASE_URL && !given.DATABASE_CACHED_URL;
  const { POSTGRES_PASSWORD: password, ...secrets } = isEmbedded
    ? keptSecrets(dataDir)
    : { POSTGRES_PASSWORD: "" };
  const complete = { ...secrets, ...given, DATA_DIR: dataDir, NEXT_TELEMETRY_DISABLED: "1" };
  const wanted = parseEnv(complete);
  const ports = await choosePorts(wanted, given, isEmbedded ? runningPort(dataDir) : undefined, log);
  const embedded = isEmbedded ? { port: ports.PG_PORT, password } : undefined;
  const forParts = {
    ...complete,
    PORT: String(ports.PORT),
    PARTY_PORT: String(ports.PARTY_PORT),
    PG_PORT: String(ports.PG_PORT),
    // Only this server can vouch for the header, so only its parts are told to trust it.
    CLIENT_IP_HEADER: wanted.CLIENT_IP_HEADER ?? CLIENT_ADDRESS_HEADER,
    ...(embedded && { DATABASE_URL: localPostgresUrl({ dataDir, ...embedded }) }),
  };
  return { env: parseEnv(forParts), forParts, dataDir, embedded };
}

type Ports = Pick<Env, "PORT" | "PARTY_PORT" | "PG_PORT">;
type Wanted = Ports & Pick<Env, "BIND_ADDRESS">;

/** A port that is taken gives way to the next free one: said aloud when it was asked for by name. */
async function choosePorts(
  wanted: Wanted,
  given: object,
  pgPort: number | undefined,
  log: Log,
): Promise<Ports> {
  const taken = new Set<number>();
  async function choose(name: keyof Ports, host: Host): Promise<number> {
    const port = await freePort(wanted[name], host, taken);
    taken.add(port);
    if (port !== wanted[name] && name in given)
      log(`${name} ${wanted[name]} is taken: using ${port} instead`);
    return port;
  }
  return {
    PORT: await choose("PORT", wanted.BIND_ADDRESS ?? "::"),
    PARTY_PORT: await choose("PARTY_PORT", "127.0.0.1"),
    PG_PORT: pgPort ?? (await choose("PG_PORT", "127.0.0.1")),
  };
}
