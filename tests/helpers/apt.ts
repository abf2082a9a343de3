import { spawnSync } from "node:child_process";

const PATIENCE_MS = 300_000;

/**
 * Installs a package with apt on Debian-like systems as root, and prints apt's output. On other systems, or when apt
 * fails, it changes nothing.
 */
export function aptInstall(name: string): void {
  if (process.getuid?.() !== 0) return;
  run("apt-get", ["update"]);
  run("apt-get", ["install", "--yes", "--no-install-recommends", name]);
}

function run(file: string, args: string[]): void {
  console.log(`${file} ${args.join(" ")}`);
  spawnSync(file, args, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: PATIENCE_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
