import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { log } from "../http/log.ts";

/** `short`: it takes files, and will soon have no room for more; `down`: it takes none. */
export type FolderState = "ok" | "short" | "down";

/** Some 25 of the largest files, and what an embedded database's log may grow by meanwhile. */
const LITTLE_BYTES = 256 * 1024 * 1024;
/** Enough that the system has to find room for it. */
const PROBE = Buffer.alloc(64 * 1024);

/** Whether uploads can be kept in a folder, found out by keeping one for a moment. */
export async function folderState(folder: string, freeBytes = freeBytesOf): Promise<FolderState> {
  // No object's key begins with a dot, so that nobody takes it for one.
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

/** What this process's user may still use. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
