import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { FSDriver } from "flydrive/drivers/fs";
import type { WriteOptions } from "flydrive/types";

/** Objects as files in a folder. Unlike flydrive's own, a file appears whole or not at all. */
export class DiskDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: "private" });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array, options?: WriteOptions): Promise<void> {
    const part = `${key}.${randomUUID()}.part`;
    try {
      await super.put(part, contents, options);
      await rename(join(this.#folder, part), join(this.#folder, key));
    } catch (error) {
      await rm(join(this.#folder, part), { force: true });
      throw error;
    }
  }
}
