import type { Endpoint, ParsedRequest } from "#lib/shared/api/endpoint.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import type { ByteRange, StoredObject } from "../storage/object-store.ts";
import { inlineDisposition } from "./content-disposition.ts";
import { answerRequest } from "./answer-request.ts";
import { readInput } from "./input.ts";
import { type Route, sessionRoute } from "./route.ts";

/** A public file whose content never changes under its URL. */
export interface ImmutableFile {
  contentType: string;
  /** A strong entity tag, including its quotes. */
  etag: string;
  exists(): Promise<boolean>;
  /** Returns the content; null when the file does not exist. */
  read(): Promise<StoredObject | null>;
}

const ONE_YEAR = "public, max-age=31536000, immutable";

/** Serves files to anyone who knows their URL. Caches may store them for ever. */
export function publicFile<E extends Endpoint & { access: "public"; download: readonly string[] }>(
  endpoint: E,
  find: (params: ParsedRequest<E>["params"]) => ImmutableFile,
): Route {
  return {
    endpoint,
    handle: (request, { params }) =>
      answerRequest(request, endpoint.path, async () => {
        const input = await readInput(request, endpoint, await params);
        // The cast is safe because zod's output has the types of the endpoint's schemas.
        return respond(request, find(input.params as ParsedRequest<E>["params"]));
      }),
  };
}

async function respond(request: Request, file: ImmutableFile): Promise<Response> {
  const headers = {
    "cache-control": ONE_YEAR,
    etag: file.etag,
    // The header lets clients of other origins embed these files in their pages.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (isCachedByClient(request, file.etag)) {
    if (!(await file.exists())) throw notFound("file");
    return new Response(null, { status: 304, headers });
  }
  const object = await file.read();
  if (!object) throw notFound("file");
  const isHead = request.method === "HEAD";
  if (isHead) await object.body.cancel();
  return new Response(isHead ? null : object.body, {
    headers: { ...headers, "content-type": file.contentType, "content-length": String(object.size) },
  });
}

/** A file whose content never changes under its URL, and which only some users may read. */
export interface PrivateFile {
  /** The file's name on the screens; its extension fits the media type. */
  name: string;
  contentType: string;
  /** A strong entity tag, including its quotes. */
  etag: string;
  /** The file's size in bytes. */
  size: number;
  /** Returns the content, or the range of it; null when the file does not exist. */
  read(range?: ByteRange): Promise<StoredObject | null>;
}

const FEW_MINUTES = "private, max-age=300";
/** The policy of a file: if a browser opened the file as a page, the page could load and run nothing. */
const INERT = "default-src 'none'; frame-ancestors 'none'; sandbox";
/**
 * The policy of a PDF. Browsers show a PDF in a viewer page, which stays empty under the stricter policy of other
 * files.
 */
const PDF_POLICY = "frame-ancestors 'none'";

/**
 * Serves files to the users for whom `find` returns one. Each request calls `find` again, also for a file that the
 * client has cached.
 */
export function privateFile<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  find: (input: ParsedRequest<E> & { ctx: Ctx }) => Promise<PrivateFile>,
): Route {
  return sessionRoute(endpoint, async (request, input) => respondPrivately(request, await find(input)));
}

async function respondPrivately(request: Request, file: PrivateFile): Promise<Response> {
  const { contentType, etag, size } = file;
  const headers = {
    "cache-control": FEW_MINUTES,
    etag,
    // With `vary`, a user who signs in on the same device later gets nothing from the cache of the user before.
    vary: "authorization, cookie",
  };
  if (isCachedByClient(request, etag)) return new Response(null, { status: 304, headers });
  const described = {
    ...headers,
    "accept-ranges": "bytes",
    "content-type": contentType,
    "content-disposition": inlineDisposition(file.name),
    "content-security-policy": contentType === "application/pdf" ? PDF_POLICY : INERT,
  };
  if (request.method === "HEAD") {
    return new Response(null, { headers: { ...described, "content-length": String(size) } });
  }
  const range = wantedRange(request, file);
  const object = await file.read(range ?? undefined);
  if (!object) throw notFound("file");
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return new Response(object.body, {
    status: range ? 206 : 200,
    headers: {
      ...described,
      "content-length": String(last - first + 1),
      ...(range && { "content-range": `bytes ${first}-${last}/${size}` }),
    },
  });
}

/**
 * Returns the one byte range that PDF viewers and resumed downloads request, or null when the answer is the whole file.
 */
function wantedRange({ headers }: Request, { etag, size }: PrivateFile): ByteRange | null {
  const ifRange = headers.get("if-range");
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range") ?? "");
  if (!match || (ifRange !== null && ifRange !== etag)) return null;
  const [from, to] = [match[1] ?? "", match[2] ?? ""];
  if (from === "" && to === "") return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && from !== "" && Number(to) < first) return null;
  if (first <= last) return { first, last };
  throw new AppError("RANGE_NOT_SATISFIABLE", `This file has ${size} bytes.`, { details: { size } });
}

/** Whether `If-None-Match` names this entity tag, so that the client has this version cached. */
export function isCachedByClient(request: Request, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return known.some((tag) => tag === etag || tag === `W/${etag}` || tag === "*");
}
