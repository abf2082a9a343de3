import type * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { defer } from "./defer.ts";
import { validationFailed } from "./errors.ts";
import { IN_WORDS } from "./issue-words.ts";
import { isTooDeep } from "./json-depth.ts";

export const MAX_JSON_BYTES = 1024 * 1024;
/** What is thrown away of a body that was refused while it arrived, and for how long, before its sender is cut off. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAINED_MS = 30_000;

/** How large a body may be, and what is said to larger ones. */
export interface BodyLimit {
  maxBytes: number;
  refusal: () => AppError;
}

/** Refuses a body by its own word for its size, before any of it is read. */
export function requireSmallEnough({ headers }: Request, { maxBytes, refusal }: BodyLimit): void {
  if (declaredBytes(headers) > maxBytes) throw refusal();
}

function declaredBytes(headers: Headers): number {
  return Number(headers.get("content-length") ?? 0);
}

/** Hands on the body's chunks, and refuses it above the limit while they are still arriving. */
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

/** Cancelling would cut the connection: many clients look for an answer only when all that they send has been taken. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const stop = () => void reader.cancel().catch(() => undefined);
  const late = setTimeout(stop, MAX_DRAINED_MS).unref();
  // A client that goes away meanwhile misses nothing.
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

/** The body in one piece and one copy, refused above the limit while it is still arriving. */
export async function readWhole(request: Request, limit: BodyLimit): Promise<Buffer<ArrayBuffer>> {
  requireSmallEnough(request, limit);
  const declared = declaredBytes(request.headers);
  // Memory that nothing is written to is none: a body of unknown size gets room for the largest.
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

/** The body's text, refused above 1 MiB, and where it would take a parser of JSON long. */
export async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  const limit = { maxBytes: MAX_JSON_BYTES, refusal: tooLarge };
  await takeIn(request, limit, (chunk) => void chunks.push(chunk));
  const whole = Buffer.concat(chunks);
  if (isTooDeep(whole)) throw new AppError("MALFORMED_REQUEST", "The body is nested too deeply.");
  return decode(whole);
}

/** `type/subtype` of the body, in lower case. */
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

/** Reads and validates a JSON body. Returns its text too, which the idempotency hash covers. */
export async function readJson(
  request: Request,
  schema: z.ZodType,
): Promise<{ value: unknown; text: string }> {
  if (mediaType(request) !== "application/json") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.");
  }
  const text = await readText(request);
  const parsed = schema.safeParse(parse(text), IN_WORDS);
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
