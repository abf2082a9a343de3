import type * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { validationFailed } from "./errors.ts";

export const MAX_JSON_BYTES = 1024 * 1024;

/** The body, refused above `maxBytes` while it is still arriving. */
export async function readBytes(
  request: Request,
  maxBytes: number,
  refusal: () => AppError,
): Promise<Buffer<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw refusal();
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw refusal();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body's text, refused above 1 MiB. */
export async function readText(request: Request): Promise<string> {
  return decode(await readBytes(request, MAX_JSON_BYTES, tooLarge));
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
  const parsed = schema.safeParse(parse(text));
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
