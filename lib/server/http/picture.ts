import { createHash } from "node:crypto";
import type { Endpoint, Parsed } from "#lib/shared/api/endpoint.ts";
import type { Ctx } from "../context.ts";
import { isKnown } from "./download.ts";
import { linkRoute, type Route, sessionRoute } from "./route.ts";

/** A picture that comes from elsewhere, whole. */
export interface PrivatePicture {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** How long a browser may keep it. */
  maxAgeSeconds: number;
}

/** Were it ever taken for a page, it could do nothing. */
const INERT = "default-src 'none'; sandbox";

/** Serves pictures to whom `find` lets have them. */
export function privatePicture<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  find: (input: Parsed<E> & { ctx: Ctx }) => Promise<PrivatePicture>,
): Route {
  return sessionRoute(endpoint, async (request, input) => respond(request, await find(input)));
}

/** The same for pictures that a link shows to whoever holds it. */
export function publicPicture<
  E extends Endpoint & { method: "GET"; access: "public"; download: readonly string[] },
>(endpoint: E, find: (request: Request, input: Parsed<E>) => Promise<PrivatePicture>): Route {
  return linkRoute(endpoint, async (request, input) => respond(request, await find(request, input)));
}

function respond(request: Request, { contentType, bytes, maxAgeSeconds }: PrivatePicture): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const headers = {
    "cache-control": `private, max-age=${maxAgeSeconds}`,
    etag,
    // Who signs in after someone else on one device gets nothing from its cache.
    vary: "authorization, cookie",
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
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
