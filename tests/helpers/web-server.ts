import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ensureBuild } from "#lib/local/build.ts";
import { unusedPort } from "./ports.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A web server in its own process, as `npm start` starts it, on an unused port. */
export interface WebServer {
  url: string;
  port: number;
  /** Resolves with the exit code; null after a signal. */
  exited: Promise<number | null>;
  log(): string;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process at once if it still runs. */
  kill(): Promise<void>;
}

/** Builds the web part once; the build stays for all later tests. */
export function buildWeb(): Promise<void> {
  return ensureBuild(ROOT, () => undefined, new AbortController().signal);
}

/** Starts a web server on the database and with the secrets of this process's environment; `env` overrides them. */
export async function startWebServer(env: Readonly<Record<string, string>> = {}): Promise<WebServer> {
  const port = await unusedPort("127.0.0.1");
  const child = spawn(process.execPath, [join(ROOT, "lib/local/server.ts")], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const log = collect(child);
  const exited = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
  const gone = exited.then((code) => `it ended with exit code ${code}: ${log()}`);
  const outcome = await Promise.race([once(child, "message").then(() => null), gone]);
  if (outcome !== null) throw new Error(`The server did not start: ${outcome}`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    exited,
    log,
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => (printed += chunk));
  }
  return () => printed;
}
