import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { log } from "../http/log.ts";

/** The state of a folder. `short`: it accepts files, but will soon be full; `down`: it accepts none. */
export type FolderState = "ok" | "short" | "down";

/**
 * The free space below which the state is `short`: about 25 of the largest files, and the growth of an embedded
 * database's log meanwhile.
 */
const LITTLE_BYTES = 256 * 1024 * 1024;
/** A probe that is large enough to need space on the disk. */
const PROBE = Buffer.alloc(64 * 1024);

/** Finds out whether a folder can store uploads, by storing a probe for a moment. */
export async function folderState(folder: string, freeBytes = freeBytesOf): Promise<FolderState> {
  // No object key begins with a dot, so the probe cannot be taken for an object.
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, PROBE, { mode: 0o600 });
    return (await freeBytes(folder)) < LITTLE_BYTES ? "short" : "ok";
  } catch (error) {
    log().warn({ err: error }, "the folder of uploads takes no files");
    return "down";
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** Returns the bytes that this process's user may still use. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
