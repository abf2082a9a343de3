import { createHash } from "node:crypto";
import type { Endpoint, ParsedRequest } from "#lib/shared/api/endpoint.ts";
import type { Ctx } from "../context.ts";
import { isCachedByClient } from "./download.ts";
import { linkRoute, type Route, sessionRoute } from "./route.ts";

/** A picture from another server, completely read. */
export interface PrivatePicture {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** How long a browser may cache the picture, in seconds. */
  maxAgeSeconds: number;
}

/** The policy of a picture: if a browser opened it as a page, the page could load and run nothing. */
const INERT = "default-src 'none'; sandbox";

/** Serves pictures to the users for whom `find` returns one. */
export function privatePicture<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  find: (input: ParsedRequest<E> & { ctx: Ctx }) => Promise<PrivatePicture>,
): Route {
  return sessionRoute(endpoint, async (request, input) => respond(request, await find(input)));
}

/** Serves pictures to everybody who has a link to them. */
export function publicPicture<
  E extends Endpoint & { method: "GET"; access: "public"; download: readonly string[] },
>(endpoint: E, find: (request: Request, input: ParsedRequest<E>) => Promise<PrivatePicture>): Route {
  return linkRoute(endpoint, async (request, input) => respond(request, await find(request, input)));
}

function respond(request: Request, { contentType, bytes, maxAgeSeconds }: PrivatePicture): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const headers = {
    "cache-control": `private, max-age=${maxAgeSeconds}`,
    etag,
    // With `vary`, a user who signs in on the same device later gets nothing from the cache of the user before.
    vary: "authorization, cookie",
  };
  if (isCachedByClient(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : bytes, {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      "content-security-policy": INERT,
      "x-content-type-options": "nosniff",
    },
  });
}
