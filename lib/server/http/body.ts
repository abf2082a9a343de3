import type * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { defer } from "./defer.ts";
import { validationFailed } from "./errors.ts";
import { ISSUE_MESSAGES } from "./issue-messages.ts";
import { isTooDeep } from "./json-depth.ts";

export const MAX_JSON_BYTES = 1024 * 1024;
/** How many bytes of a refused body are read and discarded, and for how long, before the connection is closed. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAINED_MS = 30_000;

/** The limit of a body's size, and the error for a larger body. */
export interface BodyLimit {
  maxBytes: number;
  refusal: () => AppError;
}

/** Refuses a body whose `Content-Length` is above the limit, before any byte of it is read. */
export function requireSmallEnough({ headers }: Request, { maxBytes, refusal }: BodyLimit): void {
  if (declaredBytes(headers) > maxBytes) throw refusal();
}

function declaredBytes(headers: Headers): number {
  return Number(headers.get("content-length") ?? 0);
}

/** Passes each chunk of the body to `take`, and refuses the body as soon as its chunks exceed the limit. */
async function takeIn(request: Request, limit: BodyLimit, take: (chunk: Uint8Array) => void): Promise<void> {
  requireSmallEnough(request, limit);
  if (!request.body) return;
  const reader = request.body.getReader();
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
    if (size > limit.maxBytes) {
      defer(() => drain(reader), "taking in the rest of a body");
      throw limit.refusal();
    }
    take(value);
  }
}

/**
 * Reads and discards the rest of a refused body. Cancelling would close the connection, and many clients read the
 * answer only after they have sent the whole body.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const stop = () => void reader.cancel().catch(() => undefined);
  const late = setTimeout(stop, MAX_DRAINED_MS).unref();
  // If the client closes the connection meanwhile, there is nobody to answer.
  const next = () =>
    reader
      .read()
      .then(({ value }) => value?.byteLength ?? 0)
      .catch(() => 0);
  let left = MAX_DRAINED_BYTES;
  for (let size = await next(); size > 0 && left > 0; size = await next()) left -= size;
  clearTimeout(late);
  stop();
}

/** Reads the whole body into one buffer, without a second copy, and refuses it as soon as it exceeds the limit. */
export async function readWhole(request: Request, limit: BodyLimit): Promise<Buffer<ArrayBuffer>> {
  requireSmallEnough(request, limit);
  const declared = declaredBytes(request.headers);
  // The system provides memory only when it is written to, so a body of unknown size can have a buffer for the largest
  // body.
  const whole = Buffer.allocUnsafeSlow(declared > 0 ? declared : limit.maxBytes);
  let size = 0;
  await takeIn(request, limit, (chunk) => {
    if (size + chunk.byteLength > whole.byteLength) {
      throw new AppError("MALFORMED_REQUEST", "The body is longer than it says.");
    }
    whole.set(chunk, size);
    size += chunk.byteLength;
  });
  return whole.subarray(0, size);
}

/** Returns the body's text. Refuses a body above 1 MiB, and a nesting so deep that a JSON parser would take long. */
export async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  const limit = { maxBytes: MAX_JSON_BYTES, refusal: tooLarge };
  await takeIn(request, limit, (chunk) => void chunks.push(chunk));
  const whole = Buffer.concat(chunks);
  if (isTooDeep(whole)) throw new AppError("MALFORMED_REQUEST", "The body is nested too deeply.");
  return decode(whole);
}

/** Returns the body's media type (`type/subtype`) in lower case. */
export function mediaType(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("MALFORMED_REQUEST", "The body is not valid UTF-8.");
  }
}

function tooLarge(): AppError {
  return new AppError("TOO_LARGE", "The body is larger than 1 MiB.");
}

/** Reads and validates a JSON body. Returns its text too, because the hash of the idempotency key covers the text. */
export async function readJson(
  request: Request,
  schema: z.ZodType,
): Promise<{ value: unknown; text: string }> {
  if (mediaType(request) !== "application/json") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.");
  }
  const text = await readText(request);
  const parsed = schema.safeParse(parse(text), ISSUE_MESSAGES);
  if (!parsed.success) throw validationFailed(parsed.error, "body");
  return { value: parsed.data, text };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("MALFORMED_REQUEST", "The body is not valid JSON.");
  }
}
