import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as z from "zod";

interface Bucket {
  bucket: string;
  /** The only access key of the server, which is also its secret. */
  secret: string;
  url: string;
}

const Policy = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.record(z.string(), z.string()),
      z.tuple([z.literal("content-length-range"), z.int(), z.int()]),
    ]),
  ),
});
/** Fields of an upload form that the form's policy need not have a condition for. */
const OWN_FIELDS = new Set(["policy", "x-amz-signature", "file"]);

/**
 * Handles an upload form as AWS does: the policy must be signed and not expired, and must allow each field and the
 * size.
 */
export async function takeForm(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: Bucket,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const type = request.headers["content-type"] ?? "";
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": type } }).formData();
  const fields = new Map(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const file = form.get("file");
  const fault = file instanceof Blob ? faultOf(fields, file.size, bucket) : "InvalidArgument";
  if (fault !== null || !(file instanceof Blob)) {
    response
      .writeHead(403, { "content-type": "application/xml" })
      .end(`<Error><Code>${fault}</Code></Error>`);
    return;
  }
  await put(fields, new Uint8Array(await file.arrayBuffer()), bucket);
  response.writeHead(204).end();
}

function faultOf(fields: Map<string, string>, size: number, { bucket, secret }: Bucket): string | null {
  const encoded = fields.get("policy") ?? "";
  const [id, date = "", region = "", service = "", end = ""] = (fields.get("x-amz-credential") ?? "").split(
    "/",
  );
  const signed = [date, region, service, end, encoded].reduce<string | Buffer>(
    (key, text) => createHmac("sha256", key).update(text).digest(),
    `AWS4${secret}`,
  );
  const signature = Buffer.from(signed).toString("hex");
  if (id !== secret || signature !== fields.get("x-amz-signature")) return "SignatureDoesNotMatch";
  const policy = Policy.parse(JSON.parse(Buffer.from(encoded, "base64").toString("utf8")));
  if (Date.parse(policy.expiration) < Date.now()) return "AccessDenied: expired";
  const allowed = new Map<string, string>();
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition))
      for (const [name, value] of Object.entries(condition)) allowed.set(name, value);
    else if (size < condition[1] || size > condition[2]) return "EntityTooLarge";
  }
  if (allowed.get("bucket") !== bucket) return "AccessDenied: bucket";
  for (const [name, value] of fields) {
    if (!OWN_FIELDS.has(name) && allowed.get(name) !== value) return `AccessDenied: ${name}`;
  }
  return null;
}

async function put(
  fields: Map<string, string>,
  body: Uint8Array,
  { bucket, secret, url }: Bucket,
): Promise<void> {
  const client = new S3Client({
    endpoint: url,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: secret, secretAccessKey: secret },
  });
  const type = fields.get("Content-Type");
  const input = { Bucket: bucket, Key: fields.get("key"), Body: body, ContentType: type };
  await client.send(new PutObjectCommand(input));
  client.destroy();
}
