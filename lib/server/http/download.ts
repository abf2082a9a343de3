import type { Endpoint, Parsed } from "#lib/shared/api/endpoint.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import type { ByteRange, StoredObject } from "../storage/object-store.ts";
import { inlineDisposition } from "./content-disposition.ts";
import { answer } from "./frame.ts";
import { readInput } from "./input.ts";
import { type Route, sessionRoute } from "./route.ts";

/** A file that never changes under its address. */
export interface ImmutableFile {
  contentType: string;
  /** Strong, with its quotes. */
  etag: string;
  exists(): Promise<boolean>;
  /** null when there is none. */
  read(): Promise<StoredObject | null>;
}

const ONE_YEAR = "public, max-age=31536000, immutable";

/** Serves files to anyone who knows their address; caches may keep them for ever. */
export function publicFile<E extends Endpoint & { access: "public"; download: readonly string[] }>(
  endpoint: E,
  find: (params: Parsed<E>["params"]) => ImmutableFile,
): Route {
  return {
    endpoint,
    handle: (request, { params }) =>
      answer(request, endpoint.path, async () => {
        const input = await readInput(request, endpoint, await params);
        // What zod put out is by construction what the endpoint's schemas say.
        return respond(request, find(input.params as Parsed<E>["params"]));
      }),
  };
}

async function respond(request: Request, file: ImmutableFile): Promise<Response> {
  const headers = {
    "cache-control": ONE_YEAR,
    etag: file.etag,
    // Clients of other origins show it in their pages.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (isKnown(request, file.etag)) {
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

/** A file that never changes under its address, for those who may read it now. */
export interface PrivateFile {
  /** As people see it; its ending fits the type. */
  name: string;
  contentType: string;
  /** Strong, with its quotes. */
  etag: string;
  /** In bytes. */
  size: number;
  /** null when there is none. */
  read(range?: ByteRange): Promise<StoredObject | null>;
}

const FEW_MINUTES = "private, max-age=300";
/** Were it ever taken for a page, it could do nothing. */
const INERT = "default-src 'none'; frame-ancestors 'none'; sandbox";
/** Browsers show PDFs in pages of their own, which stay empty where the file's policy binds them too. */
const PDF_POLICY = "frame-ancestors 'none'";

/** Serves files to whom `find` lets have them; every request asks it again, also one for what is known already. */
export function privateFile<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  find: (input: Parsed<E> & { ctx: Ctx }) => Promise<PrivateFile>,
): Route {
  return sessionRoute(endpoint, async (request, input) => respondPrivately(request, await find(input)));
}

async function respondPrivately(request: Request, file: PrivateFile): Promise<Response> {
  const { contentType, etag, size } = file;
  const headers = {
    "cache-control": FEW_MINUTES,
    etag,
    // Who signs in after someone else on one device gets nothing from its cache.
    vary: "authorization, cookie",
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
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

/** One range, as viewers of PDFs and resumed downloads ask for; all else is answered with the whole file. */
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

/** Whether the client has this version already. */
export function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return known.some((tag) => tag === etag || tag === `W/${etag}` || tag === "*");
}
