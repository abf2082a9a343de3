import { Readable } from "node:stream";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { S3Driver } from "flydrive/drivers/s3";
import { formUrl } from "./form-url.ts";
import type { ByteRange, UploadFormRequest, UploadForm } from "./object-store.ts";
import { signedForm } from "./post-policy.ts";

export interface S3Settings {
  bucket: string;
  region: string;
  /** The endpoint of a store other than AWS, which is addressed by path. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_MS = 3000;
const ANSWER_MS = 10_000;

/** flydrive's S3 driver, with ranges of objects and with forms. */
class BucketDriver extends S3Driver {
  readonly #client: S3Client;
  readonly #settings: S3Settings;

  constructor(client: S3Client, settings: S3Settings) {
    super({
      client,
      bucket: settings.bucket,
      visibility: "private",
      // Buckets are private by default now, and most stores support no other ACL.
      supportsACL: false,
    });
    this.#client = client;
    this.#settings = settings;
  }

  async getPart(key: string, { first, last }: ByteRange): Promise<Readable> {
    const { bucket } = this.#settings;
    const part = { Bucket: bucket, Key: key, Range: `bytes=${first}-${last}` };
    const { Body } = await this.#client.send(new GetObjectCommand(part));
    if (Body instanceof Readable) return Body;
    throw new Error("The bucket sent no body.");
  }

  formFor(wish: UploadFormRequest): UploadForm {
    return signedForm({ ...this.#settings, url: formUrl(this.#settings) }, wish, new Date());
  }
}

export function s3Driver(settings: S3Settings): BucketDriver {
  const { region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // Many stores do not support the format in which newer checksums are sent.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  });
  return new BucketDriver(client, settings);
}
