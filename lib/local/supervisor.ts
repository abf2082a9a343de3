import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuild } from "./build.ts";
import { type Configuration, configure, dataFolder } from "./configuration.ts";
import { ensureGazetteer } from "./gazetteer.ts";
import { CLOSE_TIMEOUT_MS } from "./graceful-close.ts";
import { type Lock, LockedError, takeLock } from "./lock.ts";
import { logOf } from "./log.ts";
import { nodePart } from "./node-part.ts";
import { type ServicePart, type SupervisedPart, supervise } from "./part.ts";
import { postgresPart } from "./postgres.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { RoomsLogFilter } from "./rooms-log-filter.ts";
import { keepTicking } from "./tick.ts";

/** The time that the rooms get to end. They store nothing that is not in the database, so they need little. */
const ROOMS_GRACE_MS = 2500;
/** The time that the web part needs in addition to the time for its requests. */
const WEB_GRACE_MS = CLOSE_TIMEOUT_MS + 2000;
const GIVE_UP_MS = 1000;
/**
 * V8's options for the web part. Half of the default for young objects: requests leave little behind, and the process
 * holds a quarter less memory at no cost. Garbage is collected on the web part's own thread, since helper threads would
 * wait for a core that the database uses.
 */
const WEB_MEMORY = ["--max-semi-space-size=8", "--no-parallel-scavenge"];
const WEB_NOISE = /Running next\.config/;
const log = logOf("wayfare");

export interface Supervisor {
  /** Resolves with one line to print when everything runs; rejects when the start fails or is interrupted. */
  ready: Promise<string>;
  /** Stops the service after everything that was begun has ended. A second call stops it at once. */
  stop(): Promise<void>;
}

/** Starts the service (database, schema, seed, build, rooms, web) and keeps every part of it running. */
export function startSupervisor(root: string, dev: boolean): Supervisor {
  const stopping = new AbortController();
  const hurrying = new AbortController();
  const { signal } = stopping;
  /** The started parts in the order in which they are stopped: a part ends only after the parts that depend on it. */
  const started: { lock?: Lock; web?: SupervisedPart; rooms?: SupervisedPart; database?: SupervisedPart } =
    {};
  let ticking: Promise<void> | undefined;
  const parts: Record<string, number> = {};

  async function keep(part: ServicePart, configuration: Configuration): Promise<SupervisedPart> {
    const { BASE_URL: url, PORT: port, PARTY_PORT: partyPort } = configuration.env;
    return supervise(part, signal, (running) => {
      parts[part.name] = running.pid;
      started.lock?.note({ url, port, partyPort, parts });
    });
  }

  async function start(): Promise<string> {
    const dataDir = dataFolder(root);
    started.lock = takeDataLock(dataDir);
    const configuration = await configure(dataDir, log);
    const { env, forParts, embedded } = configuration;
    if (embedded) {
      const database = postgresPart({ ...embedded, dataDir, log: logOf("postgres") });
      started.database = await keep(database, configuration);
    }
    if (forParts.DATABASE_URL) await prepareDatabase(forParts);
    if (dev) await ensureGazetteer(logOf("build"));
    else await ensureBuild(root, logOf("build"), signal);
    signal.throwIfAborted();

    const wanted = serviceParts(configuration, { root, dev, hurry: hurrying.signal });
    await Promise.all(
      Object.entries(wanted).map(async ([name, part]) => {
        started[name === "web" ? "web" : "rooms"] = await keep(part, configuration);
      }),
    );
    ticking = keepTicking(`http://127.0.0.1:${env.PORT}`, env.INTERNAL_SECRET, log, signal);
    return readyLine(env);
  }

  const ready = start();
  return {
    ready,
    async stop() {
      if (signal.aborted) return hurrying.abort();
      stopping.abort();
      // The wait is limited: a starting part gives up at the signal, except for a remote database that does not answer.
      await Promise.race([ready.catch(() => undefined), sleep(GIVE_UP_MS)]);
      await ticking;
      for (const part of [started.web, started.rooms, started.database]) await part?.stop();
      started.lock?.release();
    },
  };
}

interface How {
  root: string;
  dev: boolean;
  hurry: AbortSignal;
}

function serviceParts(
  { env: settings, forParts }: Configuration,
  { root, dev, hurry }: How,
): { web: ServicePart; rooms?: ServicePart } {
  const env = { ...forParts, NODE_ENV: dev ? ("development" as const) : ("production" as const) };
  const spec = { args: dev ? ["--dev"] : [], env, cwd: root, hurry };
  const folder = join(root, "lib/local");
  const web = nodePart({
    ...spec,
    name: "web",
    module: join(folder, "server.ts"),
    nodeArgs: WEB_MEMORY,
    noise: WEB_NOISE,
    graceMs: (settings.STOP_NOTICE_SECONDS + settings.STOP_SECONDS) * 1000 + WEB_GRACE_MS,
  });
  if (forParts.PARTYKIT_URL) return { web };
  const rooms = nodePart({
    ...spec,
    name: "rooms",
    module: join(folder, "rooms.ts"),
    noise: new RoomsLogFilter(),
    stopsSilently: true,
    graceMs: ROOMS_GRACE_MS,
  });
  return { web, rooms };
}

function readyLine({ BASE_URL, PORT }: Configuration["env"]): string {
  const isOwnAddress = BASE_URL === `http://localhost:${PORT}`;
  return `Wayfare is ready at ${BASE_URL}${isOwnAddress ? "" : ` (port ${PORT})`}`;
}

function takeDataLock(dataDir: string): Lock {
  try {
    return takeLock(join(dataDir, "supervisor.json"));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const { pid, url } = error.holder;
    const where = typeof url === "string" ? ` at ${url}` : "";
    const who = `Wayfare already runs on ${dataDir} (process ${String(pid)}${where}).`;
    throw new Error(`${who} Use that one, stop it, or give this one a DATA_DIR of its own.`, {
      cause: error,
    });
  }
}
