import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import S3rver from "@20minutes/s3rver";
import { startLoopback } from "./loopback-server.ts";
import { takeForm } from "./s3-form.ts";

export interface S3Double {
  /** The environment variables that make the service store its objects in this double. */
  env: Readonly<Record<string, string>>;
  /** Returns the keys of all objects in the bucket, sorted. */
  keys(): Promise<string[]>;
  stop(): Promise<void>;
}

const BUCKET = "wayfare";
/** The server's only access key, which is also its secret; signatures are checked with it. */
const CREDENTIAL = "S3RVER";
const OBJECT_SUFFIX = "._S3rver_object";

/** Starts an S3-compatible server on a free port of this machine, with one empty bucket. */
export async function startS3(): Promise<S3Double> {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-s3-"));
  const options = {
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  };
  const strict = new S3rver(options);
  // AWS's client signs a listing for `/bucket/` but S3rver checks it for `/bucket`, so listings skip the signature
  // check.
  const lenient = new S3rver({ ...options, allowMismatchedSignatures: true });
  await strict.configureBuckets();
  const [answer, answerListing] = [strict.callback(), lenient.callback()];
  const server = await startLoopback((request, response) => {
    // S3rver itself accepts every form without checking its policy.
    const isForm = request.method === "POST" && request.url === `/${BUCKET}`;
    if (isForm) void takeForm(request, response, { bucket: BUCKET, secret: CREDENTIAL, url: server.url });
    else if (request.url?.includes("list-type=")) answerListing(request, response);
    else answer(request, response);
  });
  return {
    env: {
      STORAGE_DRIVER: "s3",
      S3_ENDPOINT: server.url,
      S3_REGION: "us-east-1",
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: CREDENTIAL,
      S3_SECRET_ACCESS_KEY: CREDENTIAL,
    },
    keys: () => keysIn(join(directory, BUCKET)),
    async stop() {
      await server.stop();
      for (const s3 of [strict, lenient]) s3.logger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function keysIn(bucket: string): Promise<string[]> {
  const files = await readdir(bucket, { recursive: true });
  return files
    .filter((file) => file.endsWith(OBJECT_SUFFIX))
    .map((file) => file.slice(0, -OBJECT_SUFFIX.length).split(sep).join("/"))
    .toSorted();
}
