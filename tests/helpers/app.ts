import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { describeVariables } from "#lib/server/env.ts";
import { unusedPort } from "./ports.ts";

const ROOT = join(import.meta.dirname, "../..");
/** A first start builds the web part. */
const START_MS = 300_000;

const Status = z.looseObject({ pid: z.number(), parts: z.record(z.string(), z.number()).default({}) });
export type PartName = "web" | "rooms" | "postgres";

export interface AppOptions {
  /** Kept when given; else a fresh folder that goes with the app. */
  dataDir?: string;
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
}

export interface App {
  url: string;
  dataDir: string;
  /** The log as a file, for other processes to read along. */
  logFile: string;
  /** Of the supervisor. */
  pid: number;
  /** Everything printed so far. */
  log(): string;
  /** Waits until the log, from a position on, matches. @throws Error when it does not in time */
  untilLogged(pattern: RegExp, from?: number, timeoutMs?: number): Promise<RegExpExecArray>;
  /** The process that runs a part right now. */
  pidOf: (part: PartName) => number | undefined;
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

/** The whole service as `npm start` runs it, on free ports and with nothing of the caller's environment. */
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

/** Started, but not waited for. */
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

/** Nothing leaves this machine. Set to nothing instead of left out: an `.env` file of the developer then does not fill them in. */
function cleanEnvironment(): Record<string, string> {
  const cleared = Object.fromEntries(describeVariables().map(({ name }) => [name, ""]));
  const inherited = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
  // As under npm: a supervisor whose parent is killed stops by itself.
  return { ...inherited, ...cleared, OPEN_SERVICES: "off", npm_lifecycle_event: "test" };
}
