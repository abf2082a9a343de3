import { S3Driver } from "flydrive/drivers/s3";

export interface S3Settings {
  bucket: string;
  region: string;
  /** For stores other than AWS, which are addressed by path. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

const CONNECT_MS = 3000;
const ANSWER_MS = 10_000;

export function s3Driver({ accessKeyId, secretAccessKey, endpoint, ...settings }: S3Settings): S3Driver {
  return new S3Driver({
    ...settings,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    visibility: "private",
    // Buckets are private nowadays, and most stores know no other ACL.
    supportsACL: false,
    // Newer checksums travel in a form that many stores don't read.
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
}
