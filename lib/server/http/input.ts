import * as z from "zod";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { AppError } from "#lib/shared/errors.ts";
import { PAGE_USER_FIELD } from "#lib/shared/page-user.ts";
import { TripDto } from "#lib/shared/trips.ts";
import type { WriteOptions } from "../context.ts";
import { hashOf } from "../writes/idempotency.ts";
import { readJson } from "./body.ts";
import { validationFailed } from "./errors.ts";
import { noteTrip } from "./request-record.ts";
import { readUpload, requireForm } from "./upload.ts";
import { ISSUE_MESSAGES } from "./issue-messages.ts";

interface AddressInput {
  params: unknown;
  query: unknown;
}

interface ContentInput {
  body: unknown;
  file: Uint8Array | undefined;
  /** The body's text as it was sent; for an upload the file's digest, which a repeated upload has too. */
  text: string;
}

const NoQuery = z.strictObject({});

export async function readInput(
  request: Request,
  endpoint: Endpoint,
  rawParams: object,
): Promise<AddressInput & ContentInput> {
  return { ...readUrlInput(request, endpoint, rawParams), ...(await readBodyInput(request, endpoint)) };
}

/**
 * Parses path and query before any byte of the body is read. For an upload it also checks the media type and the
 * declared size.
 */
export function readUrlInput(request: Request, endpoint: Endpoint, rawParams: object): AddressInput {
  const params = endpoint.params ? parseParams(endpoint.params, rawParams) : undefined;
  noteTrip(params);
  const query = parseQuery(endpoint, request.url.includes("?") ? askedIn(request.url) : []);
  if (endpoint.upload) requireForm(request, endpoint.upload);
  return { params, query };
}

export async function readBodyInput(request: Request, endpoint: Endpoint): Promise<ContentInput> {
  if (endpoint.upload) {
    const { bytes, digest } = await readUpload(request, endpoint.upload);
    return { body: undefined, file: bytes, text: digest };
  }
  const { value, text } = endpoint.body
    ? await readJson(request, endpoint.body)
    : { value: undefined, text: "" };
  return { body: value, file: undefined, text };
}

/**
 * Parses the path's parameters. A text that is not an id names nothing that exists, so the error is 404 and not a
 * validation error.
 */
function parseParams(schema: z.ZodObject, raw: object): unknown {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw new AppError("NOT_FOUND", "This does not exist, or you have no access to it.");
  return parsed.data;
}

/** Returns the query parameters without the id of the page's user, which is not part of the request's meaning. */
function askedIn(url: string): URLSearchParams {
  const { searchParams } = new URL(url);
  searchParams.delete(PAGE_USER_FIELD);
  return searchParams;
}

function parseQuery(endpoint: Endpoint, search: Iterable<[string, string]>): unknown {
  const parsed = (endpoint.query ?? NoQuery).safeParse(Object.fromEntries(search), ISSUE_MESSAGES);
  if (!parsed.success) throw validationFailed(parsed.error, "query");
  return parsed.data;
}

const Key = z.uuid("Send a UUID.");
const Seq = z.coerce.number("Send the seq as a whole number.").int().min(0).max(2_147_483_647);

export function readWriteOptions({ headers, url }: Request, endpoint: Endpoint, text: string): WriteOptions {
  const key = endpoint.method === "GET" ? undefined : readHeader(headers, "idempotency-key", Key);
  const { status } = endpoint;
  const answered = () => ({ requestHash: hashOf(endpoint.method, addressOf(url), text), status });
  return {
    idempotency: key === undefined ? null : { key, ...answered(), holds: holdingOf(endpoint) },
    baseSeq: readHeader(headers, "x-base-seq", Seq) ?? null,
    force: headers.get("x-force") === "true",
  };
}

function holdingOf({ id, access, response }: Endpoint): NonNullable<WriteOptions["idempotency"]>["holds"] {
  if (response === TripDto) return "trip";
  if (id === eventsApi.undo.id) return "events";
  return access === "public" || access === "user" ? "own" : "members";
}

/** Returns path and query for the request's hash; the query contains a part of an upload's meaning. */
function addressOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function readHeader<S extends z.ZodType>(headers: Headers, name: string, schema: S): z.output<S> | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  const parsed = schema.safeParse(value, ISSUE_MESSAGES);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error, `headers.${name}`);
}
