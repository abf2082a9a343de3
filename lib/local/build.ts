import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment } from "#lib/server/env/env.ts";
import { hintCompilation } from "./compile-hints.ts";
import { compressStatic } from "./compressed.ts";
import { ensureGazetteer } from "./gazetteer.ts";
import { type Lock, LockedError, takeLock } from "./lock.ts";
import { type Log, pipeLines } from "./log.ts";
import { exitOf, killProcessGroup } from "./part.ts";
import { skipRepeatedRoutes } from "./skip-repeated-routes.ts";
import { writeShippedPackages } from "./shipped-packages.ts";

const SOURCES = ["app/**/*", "lib/**/*", "db/**/*", "*.{json,ts,mjs}"];
/** Files that do not affect a build. Next itself rewrites the last two while it builds. */
const NOT_BUILT = [
  "**/*.md",
  "lib/local/**",
  "lib/server/places/gazetteer.bin*",
  "next-env.d.ts",
  "tsconfig.json",
];
/** The scripts that change files after Next has made them. */
const REWORKED_BY = ["compile-hints.ts", "compressed.ts", "skip-repeated-routes.ts", "shipped-packages.ts"];
/** Files that are served unchanged: the build depends on their names, not on their contents. */
const SERVED = ["public/**/*"];

/** Returns a hash that changes whenever a build would have another result. */
function fingerprint(root: string): string {
  const hash = createHash("sha256");
  for (const file of files(root, SOURCES)) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  for (const file of REWORKED_BY) hash.update(readFileSync(join(import.meta.dirname, file)));
  for (const file of files(root, SERVED)) hash.update(`${file} ${statSync(join(root, file)).size}\n`);
  return hash.digest("hex");
}

function files(root: string, patterns: string[]): string[] {
  const found = globSync(patterns, { cwd: root, withFileTypes: true, exclude: NOT_BUILT });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}

/** Builds the web part when its sources have changed since the last build. @throws Error when the build fails */
export async function ensureBuild(root: string, log: Log, signal: AbortSignal): Promise<void> {
  const stamp = join(root, ".next", "wayfare-build");
  // The lock file is in the cache, because Next deletes everything else in its folder when it begins to build.
  const cache = join(root, ".next", "cache");
  mkdirSync(cache, { recursive: true });
  await ensureGazetteer(log);
  const lock = await takeBuildLock(join(cache, "wayfare-build.lock"), log, signal);
  try {
    const wanted = fingerprint(root);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
    log("building the web part, which takes a minute");
    rmSync(stamp, { force: true });
    await nextBuild(root, log, signal);
    writeShippedPackages(root, log);
    hintCompilation(root);
    skipRepeatedRoutes(root);
    await compressStatic(root);
    writeFileSync(stamp, wanted);
  } finally {
    lock.release();
  }
}

async function takeBuildLock(file: string, log: Log, signal: AbortSignal): Promise<Lock> {
  for (let waited = false; ; waited = true) {
    try {
      return takeLock(file);
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      if (!waited) log(`waiting for the build of process ${String(error.holder.pid)}`);
      await sleep(500, undefined, { signal });
    }
  }
}

async function nextBuild(root: string, log: Log, signal: AbortSignal): Promise<void> {
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...environment(), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    signal,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) pipeLines(stream, (line) => output.push(line));
  const reason = await exitOf(child).finally(() => killProcessGroup(child.pid));
  if (reason === "exit code 0") return;
  for (const line of output) log(line);
  throw new Error(`The build failed (${reason}).`);
}

if (import.meta.main)
  await ensureBuild(join(import.meta.dirname, "../.."), console.log, new AbortController().signal);
