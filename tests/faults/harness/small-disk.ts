import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningPid } from "#lib/local/postgres.ts";
import { processIdentity } from "#lib/local/process-identity.ts";

/** The name of PostgreSQL's data folder. */
export const DATABASE = "database";
const BALLAST = "ballast";
const PIECE = Buffer.alloc(64 * 1024);
const PREFIX = "wayfare-faults-";

/** A folder on a disk of its own that can be filled completely. */
export interface SmallDisk {
  path: string;
  fill(): void;
  clear(): void;
  remove(): void;
}

/** Returns the folder for this run, and deletes those of runs that were killed. */
export function newRunFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : undefined;
    if (owner !== undefined && !processIdentity(owner)) removeFolder(join(tmpdir(), name));
  }
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // When tests run as root, PostgreSQL runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** Stops the PostgreSQL that runs in the folder, unmounts the disks in it, and deletes it. */
export function removeFolder(folder: string): void {
  const left = runningPid(join(folder, DATABASE));
  if (left !== undefined) process.kill(left, "SIGQUIT");
  for (const name of readdirSync(folder)) spawnSync("umount", ["-l", join(folder, name)]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

/**
 * Mounts a small disk. Returns null on machines that do not allow mounting, where tests with a full disk cannot run.
 */
export function mountSmallDisk(path: string, megabytes: number): SmallDisk | null {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
  const options = `size=${megabytes}m,mode=0711`;
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "wayfare-faults", path]);
  if (status !== 0) return null;
  return {
    path,
    fill: () => fill(join(path, BALLAST)),
    clear: () => rmSync(join(path, BALLAST), { force: true }),
    remove: () => void spawnSync("umount", ["-l", path]),
  };
}

function fill(file: string): void {
  const handle = openSync(file, "a");
  try {
    for (;;) writeSync(handle, PIECE);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(handle);
  }
}
