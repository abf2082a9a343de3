import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#lib/server/env.ts";
import { corsHeaders } from "#lib/server/http/cors.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";

/** What Next's own pages send it, and what its parts tell each other: the API is asked by nobody of them. */
const OF_PAGES = ["rsc", "next-router-prefetch", "next-router-segment-prefetch"];
/** Next answers whatever has it with nothing. Its pages have not sent it for long. */
const EMPTYING = "x-middleware-prefetch";

/** Headers by which a stranger could make Next answer something else than what was asked for are as good as not sent. */
export function ignoreNextsHeaders({ url, headers }: IncomingMessage): void {
  if (EMPTYING in headers) delete headers[EMPTYING];
  if (!url?.startsWith("/api/")) return;
  for (const name of OF_PAGES) if (name in headers) delete headers[name];
}

/** Leads to the same address without slashes that say nothing, as Next does, but with the headers of the API; false: it has none. */
export function leadToTidyAddress(req: IncomingMessage, res: ServerResponse): boolean {
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
