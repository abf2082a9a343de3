import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { aptInstall } from "#tests/helpers/apt.ts";

const HOW_TO =
  "No Xvfb was found and none could be installed. Install it, for example by `apt-get install xvfb`.";
const SIZE = "1600x1200x24";
const STARTING_MS = 20_000;
/** The file descriptor on which the server writes the number of its screen. */
const TELLS_BY = 3;

export interface VirtualScreen {
  /** The environment for a browser that uses this screen. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/**
 * Starts a virtual screen. A browser without any screen skips work that it considers invisible: while others edit,
 * typed letters then count as painted half a second too late. On a Mac the browser uses the real screen.
 * @throws Error if no virtual screen can be started
 */
export async function startVirtualScreen(): Promise<VirtualScreen> {
  if (process.platform !== "linux") return { env: process.env, stop: () => Promise.resolve() };
  if (!isInstalled()) aptInstall("xvfb");
  if (!isInstalled()) throw new Error(HOW_TO);
  const args = ["-displayfd", String(TELLS_BY), "-screen", "0", SIZE, "-nolisten", "tcp"];
  const server = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "inherit", "pipe"] });
  const endOnExit = () => server.kill();
  process.once("exit", endOnExit);
  return {
    env: { ...process.env, DISPLAY: `:${await screenOf(server)}` },
    async stop() {
      process.off("exit", endOnExit);
      if (server.exitCode !== null) return;
      const gone = once(server, "exit");
      server.kill();
      await gone;
    },
  };
}

function isInstalled(): boolean {
  return !spawnSync("Xvfb", ["-help"], { stdio: "ignore" }).error;
}

async function screenOf(server: ChildProcess): Promise<string> {
  const told = server.stdio[TELLS_BY];
  if (!told || !("setEncoding" in told))
    throw new Error("The screen's server has nothing to tell its number by.");
  const [number]: unknown[] = await once(told, "data", { signal: AbortSignal.timeout(STARTING_MS) });
  return String(number).trim();
}
