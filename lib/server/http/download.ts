import type { Endpoint, Parsed } from "#lib/shared/api/endpoint.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { StoredObject } from "../storage/object-store.ts";
import { answer } from "./frame.ts";
import { readInput } from "./input.ts";
import type { Route } from "./route.ts";

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

function isKnown(request: Request, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return known.some((tag) => tag === etag || tag === `W/${etag}` || tag === "*");
}
