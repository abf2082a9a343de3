import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { describeVariables } from "#lib/server/env/env.ts";
import { unusedPort } from "./ports.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The maximum time of a start; the first start also builds the web part, which takes minutes on a slow machine. */
const START_MS = 300_000;

const Status = z.looseObject({ pid: z.number(), parts: z.record(z.string(), z.number()).default({}) });
export type PartName = "web" | "rooms" | "postgres";

export interface AppOptions {
  /** A folder that outlives the app; by default the app gets a new folder, which is deleted with it. */
  dataDir?: string;
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
}

export interface App {
  url: string;
  dataDir: string;
  /** The path of the log file, which other processes can read. */
  logFile: string;
  /** The process id of the supervisor. */
  pid: number;
  /** Returns everything that the app has printed so far. */
  log(): string;
  /** Waits until the log matches the pattern, from a position on. @throws Error when it does not match in time */
  untilLogged(pattern: RegExp, from?: number, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Returns the id of the process that currently runs a part. */
  pidOf: (part: PartName) => number | undefined;
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the whole service as `npm start` does, on free ports and without the caller's environment, and waits until it
 * is ready.
 */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const app = await launchApp(options);
  const gone = app.exited.then((code) => `it ended with exit code ${code}`);
  const outcome = await Promise.race([
    gone,
    app.untilLogged(/^Wayfare is ready at (\S+)/m, 0, START_MS),
  ]).catch(async (error: unknown) => {
    await app.stop();
    throw error;
  });
  if (typeof outcome === "string") throw new Error(`The service did not start: ${outcome}\n${app.log()}`);
  return { ...app, url: outcome[1] ?? "" };
}

/** Starts the service and does not wait until it is ready. */
export async function launchApp(options: AppOptions = {}): Promise<App> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "wayfare-app-"));
  const child = spawn(process.execPath, [join(ROOT, "lib/local/start.ts"), ...(options.args ?? [])], {
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      ...cleanEnvironment(),
      ...(await freePorts()),
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const logFile = join(dataDir, "service.log");
  const output = watchOutput(child, logFile);
  const exited = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  return {
    url: "",
    dataDir,
    logFile,
    pid: child.pid ?? 0,
    exited,
    ...output,
    pidOf: (part) => statusOf(dataDir)?.parts[part],
    async stop() {
      child.kill("SIGTERM");
      await exited;
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function watchOutput(child: ChildProcess, logFile: string): Pick<App, "log" | "untilLogged"> {
  let printed = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      appendFileSync(logFile, chunk);
      for (const look of waiting) look();
    });
  }
  function untilLogged(pattern: RegExp, from = 0, timeoutMs = 20_000): Promise<RegExpExecArray> {
    const found = Promise.withResolvers<RegExpExecArray>();
    const timer = setTimeout(() => {
      found.reject(
        new Error(`Nothing logged matches ${pattern} after ${timeoutMs} ms:\n${printed.slice(from)}`),
      );
    }, timeoutMs);
    function look(): void {
      const match = pattern.exec(printed.slice(from));
      if (match) found.resolve(match);
    }
    waiting.add(look);
    look();
    return found.promise.finally(() => {
      waiting.delete(look);
      clearTimeout(timer);
    });
  }
  return { log: () => printed, untilLogged };
}

function statusOf(dataDir: string): z.infer<typeof Status> | undefined {
  const file = join(dataDir, "supervisor.json");
  if (!existsSync(file)) return undefined;
  return Status.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
}

async function freePorts(): Promise<Record<string, string>> {
  const taken = new Set<number>();
  async function choose(): Promise<string> {
    const port = await unusedPort("::", taken);
    taken.add(port);
    return String(port);
  }
  return { PORT: await choose(), PARTY_PORT: await choose(), PG_PORT: await choose() };
}

/**
 * Returns an environment in which the service calls no server outside this machine. Variables are set to the empty
 * string instead of left out, because the service would fill those left out from a developer's `.env` file.
 */
function cleanEnvironment(): Record<string, string> {
  const cleared = Object.fromEntries(describeVariables().map(({ name }) => [name, ""]));
  const inherited = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  // This variable makes the supervisor behave as under npm: it stops by itself when its parent process is killed.
  return { ...inherited, ...cleared, OPEN_SERVICES: "off", npm_lifecycle_event: "test" };
}
