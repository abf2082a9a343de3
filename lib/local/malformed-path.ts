import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuidv7 } from "uuid";
import { env } from "#lib/server/env.ts";
import { corsHeaders } from "#lib/server/http/cors.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import type { ErrorBody } from "#lib/shared/errors.ts";

/**
 * Answers a request whose path has a `%` that starts no character, in the API's own shape; false: the path is fine.
 * Next would answer with plain text, or fail while looking for a file.
 */
export function refuseMalformedPath(req: IncomingMessage, res: ServerResponse): boolean {
  if (isDecodable(req.url?.split("?", 1)[0] ?? "")) return false;
  const requestId = uuidv7();
  const body: ErrorBody = {
    code: "MALFORMED_REQUEST",
    message: "The address has a broken percent-encoding.",
    requestId,
  };
  res.writeHead(400, {
    ...dataHeaders(env()),
    ...corsHeaders(req.headers.origin ?? null),
    "content-type": "application/json",
    "cache-control": "private, no-store",
    "x-request-id": requestId,
  });
  res.end(JSON.stringify(body));
  return true;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
