import { createHmac } from "node:crypto";
import type { UploadFormRequest, UploadForm } from "./object-store.ts";

interface Signer {
  bucket: string;
  region: string;
  /** The URL to which the form is sent. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * Returns a form for one object: its key, type and size are signed, so the bucket accepts nothing else with it.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-post-example.html
 */
export function signedForm(signer: Signer, wish: UploadFormRequest, now: Date): UploadForm {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const scope = [stamp.slice(0, 8), signer.region, "s3", "aws4_request"];
  const fields: Record<string, string> = {
    key: wish.key,
    "Content-Type": wish.contentType,
    "x-amz-algorithm": ALGORITHM,
    "x-amz-credential": [signer.accessKeyId, ...scope].join("/"),
    "x-amz-date": stamp,
  };
  const conditions = [
    { bucket: signer.bucket },
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ["content-length-range", wish.size, wish.size],
  ];
  const policy = JSON.stringify({ expiration: wish.expiresAt.toISOString(), conditions });
  const encoded = Buffer.from(policy).toString("base64");
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${signer.secretAccessKey}`);
  const signature = hmac(key, encoded).toString("hex");
  return { url: signer.url, fields: { ...fields, policy: encoded, "x-amz-signature": signature } };
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
