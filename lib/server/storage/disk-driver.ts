import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { FSDriver } from "flydrive/drivers/fs";
import type { WriteOptions } from "flydrive/types";
import type { ByteRange, UploadForm } from "./object-store.ts";

/** Stores objects as files in a folder. Unlike with flydrive's own driver, a file appears completely or not at all. */
export class DiskDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: "private" });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array, options?: WriteOptions): Promise<void> {
    const part = `${key}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(join(this.#folder, part)), { recursive: true, mode: 0o700 });
      await super.put(part, contents, options);
      await chmod(join(this.#folder, part), 0o600);
      await rename(join(this.#folder, part), join(this.#folder, key));
    } catch (error) {
      await rm(join(this.#folder, part), { force: true });
      throw error;
    }
  }

  getPart(key: string, { first, last }: ByteRange): Promise<Readable> {
    return Promise.resolve(createReadStream(join(this.#folder, key), { start: first, end: last }));
  }

  /** Returns null, because only the service itself writes into its folder. */
  formFor(): UploadForm | null {
    return null;
  }
}
