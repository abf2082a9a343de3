import * as z from "zod";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { WriteOptions } from "../context.ts";
import { hashOf } from "../idempotency.ts";
import { readJson } from "./body.ts";
import { validationFailed } from "./errors.ts";
import { readUpload } from "./upload.ts";

interface RequestInput {
  params: unknown;
  query: unknown;
  body: unknown;
  file: Uint8Array | undefined;
  /** The body as it came; of an upload, what makes it the same again. */
  text: string;
}

const NoQuery = z.strictObject({});

export async function readInput(
  request: Request,
  endpoint: Endpoint,
  rawParams: object,
): Promise<RequestInput> {
  const params = endpoint.params ? parseParams(endpoint.params, rawParams) : undefined;
  const query = parseQuery(endpoint, request.url.includes("?") ? new URL(request.url).searchParams : []);
  if (endpoint.upload) {
    const { bytes, digest } = await readUpload(request, endpoint.upload);
    return { params, query, body: undefined, file: bytes, text: digest };
  }
  const { value, text } = endpoint.body
    ? await readJson(request, endpoint.body)
    : { value: undefined, text: "" };
  return { params, query, body: value, file: undefined, text };
}

/** An id that is no id cannot exist: that is a 404, not a lesson in formats. */
function parseParams(schema: z.ZodObject, raw: object): unknown {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new AppError("NOT_FOUND", "This does not exist, or you have no access to it.");
  return parsed.data;
}

function parseQuery(endpoint: Endpoint, search: Iterable<[string, string]>): unknown {
  const parsed = (endpoint.query ?? NoQuery).safeParse(Object.fromEntries(search));
  if (!parsed.success) throw validationFailed(parsed.error, "query");
  return parsed.data;
}

const Key = z.uuid("Send a UUID.");
const Seq = z.coerce.number("Send the seq as a whole number.").int().min(0).max(2_147_483_647);

export function readWriteOptions({ headers, url }: Request, endpoint: Endpoint, text: string): WriteOptions {
  const key = endpoint.method === "GET" ? undefined : readHeader(headers, "idempotency-key", Key);
  const requestHash = () => hashOf(endpoint.method, new URL(url).pathname, text);
  return {
    idempotency: key === undefined ? null : { key, requestHash: requestHash(), status: endpoint.status },
    baseSeq: readHeader(headers, "x-base-seq", Seq) ?? null,
    force: headers.get("x-force") === "true",
  };
}

function readHeader<S extends z.ZodType>(headers: Headers, name: string, schema: S): z.output<S> | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error, `headers.${name}`);
}
