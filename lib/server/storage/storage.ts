import { join, resolve } from "node:path";
import { env } from "../env/env.ts";
import { flydriveStore } from "./flydrive-store.ts";
import type { ObjectStore } from "./object-store.ts";

const DISK_TIMEOUT_MS = 10_000;
/** The time for two attempts of the S3 client and the pause between them. */
const S3_TIMEOUT_MS = 25_000;

let current: ObjectStore | undefined;

/**
 * Returns the store of the process. Its driver, and with it the AWS client, is loaded at first use, because most
 * processes need none.
 */
export function objectStore(): ObjectStore {
  const folder = uploadsFolder();
  current ??= folder === null ? bucket() : diskStore(folder);
  return current;
}

/** Returns the folder of uploads; null: uploads are in a bucket. */
export function uploadsFolder(): string | null {
  return env().STORAGE_DRIVER === "s3" ? null : resolve(join(env().DATA_DIR, "uploads"));
}

/** Returns a store of files in a folder, which is created when needed. */
export function diskStore(folder: string): ObjectStore {
  return flydriveStore(async () => {
    const { DiskDriver } = await import("./disk-driver.ts");
    return new DiskDriver(folder);
  }, DISK_TIMEOUT_MS);
}

function bucket(): ObjectStore {
  const config = env();
  return flydriveStore(async () => {
    const { s3Driver } = await import("./s3-driver.ts");
    return s3Driver({
      // `env` has checked that these variables are set.
      bucket: config.S3_BUCKET ?? "",
      accessKeyId: config.S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? "",
      region: config.S3_REGION,
      endpoint: config.S3_ENDPOINT,
    });
  }, S3_TIMEOUT_MS);
}
