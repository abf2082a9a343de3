import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { aptInstall } from "./apt.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const HOW_TO =
  "No Chromium was found and none could be installed. Run `npx playwright install --with-deps chromium` or " +
  "`apt-get install chromium`, or set CHROMIUM_PATH to one.";

/** The ways to install Chromium, quickest first; those that install system packages need root. */
const WAYS = [
  () => playwright("install", "chromium"),
  ...(process.getuid?.() === 0
    ? [() => aptInstall("chromium"), () => playwright("install-deps", "chromium")]
    : []),
];

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, Playwright's or the system's. If none starts, it installs
 * one.
 * @throws Error when that fails
 */
export function findChromium(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, which does not start.`);
  }
  const found = installed();
  if (found) return found;
  for (const install of WAYS) {
    install();
    const path = installed();
    if (path) return path;
  }
  throw new Error(HOW_TO);
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [chromium.executablePath(), ...onPath, MAC].find(starts);
}

/** Whether the browser starts; an installed one can still lack the libraries that it is linked against. */
function starts(path: string): boolean {
  return (
    existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0
  );
}

function run(file: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`${file} ${args.join(" ")}`);
  spawnSync(file, args, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 300_000,
    env: { ...process.env, ...env },
  });
}

function playwright(...args: string[]): void {
  const cli = join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
  run(process.execPath, [cli, ...args], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" });
}
