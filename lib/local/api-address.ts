import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#lib/server/env/env.ts";
import { corsHeaders } from "#lib/server/http/cors.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";

/**
 * Headers that Next's own pages send to Next and that its parts send to each other; no client sends them to the API.
 */
const OF_PAGES = ["rsc", "next-router-prefetch", "next-router-segment-prefetch"];
/** A request header at which Next answers with an empty body. Next's pages have not sent it for a long time. */
const EMPTYING = "x-middleware-prefetch";

/** Removes headers by which a client could make Next answer with something else than what was requested. */
export function ignoreNextsHeaders({ url, headers }: IncomingMessage): void {
  if (EMPTYING in headers) delete headers[EMPTYING];
  if (!url?.startsWith("/api/")) return;
  for (const name of OF_PAGES) if (name in headers) delete headers[name];
}

/**
 * Redirects to the same address without repeated or trailing slashes, as Next does, but with the headers of the API.
 * @returns whether the address has such slashes
 */
export function redirectToNormalizedPath(req: IncomingMessage, res: ServerResponse): boolean {
  const [path = "", ...query] = (req.url ?? "").split("?");
  if (!path.startsWith("/api/")) return false;
  const tidy = path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  if (tidy === path) return false;
  res.writeHead(308, {
    ...dataHeaders(env()),
    ...corsHeaders(req.headers.origin ?? null),
    location: [tidy, ...query].join("?"),
    "cache-control": "private, no-store",
  });
  res.end();
  return true;
}
