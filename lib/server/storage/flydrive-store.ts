import { Readable } from "node:stream";
import type { DriverContract } from "flydrive/types";
import { AppError } from "#lib/shared/errors.ts";
import { log } from "../http/log.ts";
import {
  type ByteRange,
  type UploadFormRequest,
  isObjectKey,
  type ListedObject,
  type ObjectStore,
  type UploadForm,
} from "./object-store.ts";

/** The operations of a flydrive driver that the service uses, and those that flydrive does not have. */
export interface Driver extends Pick<
  DriverContract,
  "put" | "getStream" | "getMetaData" | "exists" | "delete" | "listAll"
> {
  getPart(key: string, range: ByteRange): Promise<Readable>;
  formFor(wish: UploadFormRequest): UploadForm | null;
}

const PAGE = 1000;

/** Returns a store with a driver that is loaded at first use. An operation that takes longer than `timeoutMs` fails. */
export function flydriveStore(load: () => Promise<Driver>, timeoutMs: number): ObjectStore {
  let loading: Promise<Driver> | undefined;

  function run<T>(what: string, work: (driver: Driver) => Promise<T>): Promise<T> {
    return guarded(what, timeoutMs, async () => work(await (loading ??= load())));
  }

  return {
    put: (key, bytes, meta) => run("put", (driver) => driver.put(checked(key), bytes, meta)),
    read: (key, range) =>
      run("read", async (driver) => {
        const meta = await orNull(driver.getMetaData(checked(key)));
        const reading = () => (range ? driver.getPart(key, range) : driver.getStream(key));
        const stream = meta && (await orNull(reading()));
        return stream && { body: webStream(stream), size: meta.contentLength };
      }),
    exists: (key) => run("exists", (driver) => driver.exists(checked(key))),
    formFor: (wish) =>
      run("sign a form", (driver) => Promise.resolve(driver.formFor({ ...wish, key: checked(wish.key) }))),
    delete: (key) => run("delete", (driver) => driver.delete(checked(key))),
    async *list(folder) {
      let paginationToken: string | undefined;
      do {
        const page = await run("list", (driver) => listPage(driver, `${folder}/`, paginationToken));
        for (let start = 0; start < page.files.length; start += PAGE) {
          yield page.files.slice(start, start + PAGE);
        }
        paginationToken = page.paginationToken;
      } while (paginationToken !== undefined);
    },
  };
}

/**
 * Checks an object key.
 * @throws Error for a key that no part of the service makes
 */
function checked(key: string): string {
  if (isObjectKey(key)) return key;
  throw new Error("This is no key of an object.");
}

function webStream(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  // The cast joins two types of the same class; the chunks are buffers.
  return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function listPage(driver: Driver, prefix: string, paginationToken: string | undefined) {
  const options = { recursive: true, maxResults: PAGE, ...(paginationToken && { paginationToken }) };
  const page = await driver.listAll(prefix, options);
  const files: ListedObject[] = [];
  for (const file of page.objects) {
    if (!file.isFile || !isObjectKey(file.key)) continue;
    const meta = await orNull(file.getMetaData());
    if (meta) files.push({ key: file.key, writtenAt: meta.lastModified });
  }
  return { files, paginationToken: page.paginationToken };
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/**
 * Whether the error means that the object does not exist: a missing file, or a bucket's 404, which flydrive may wrap in
 * its own errors.
 */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return true;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 404 || isAbsent(error.cause);
}

/**
 * Runs an operation within the timeout.
 * @throws AppError UNAVAILABLE, whatever went wrong
 */
async function guarded<T>(what: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    log().error({ err: error }, `object storage: ${what} failed`);
    const unavailable = new AppError(
      "UNAVAILABLE",
      "The storage for files does not answer. Nothing was lost: send the same request again.",
    );
    // The cause is for the operator's log only.
    unavailable.cause = error;
    throw unavailable;
  } finally {
    clearTimeout(timer);
  }
}
