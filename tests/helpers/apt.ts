import { spawnSync } from "node:child_process";

const PATIENCE_MS = 300_000;

/** On Debian and what is like it, as root; elsewhere, and where it fails, nothing has changed. What it does is printed. */
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
