import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "./error-answer.ts";

/**
 * Parts of paths that clients resolve before they send a request, and characters that no valid address contains:
 * another server in front may read them differently.
 */
const AMBIGUOUS = /^[^/]|^\/\/|[\\#]|\/(?:\.|%2e){1,2}(?:[/;]|$)/i;

const ORIGIN = /^https?:\/\/[^/?#\\]+/i;

/**
 * Replaces the absolute form of a request that proxies use, `GET http://host/path`, by its path: every server must
 * accept it, and only the path names the resource.
 */
export function rewriteAbsoluteForm(req: IncomingMessage): void {
  const { url = "" } = req;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return;
  const path = url.slice(origin.length);
  req.url = path.startsWith("/") ? path : `/${path}`;
}

/**
 * Refuses a request whose address can be read in several ways, in the API's own shape; false: the path is valid. Next
 * would serve a path that a cache in front has read as another one, answer with plain text, or fail.
 */
export function refuseMalformedPath(req: IncomingMessage, res: ServerResponse): boolean {
  const message = problemOf(req.url?.split("?", 1)[0] ?? "");
  if (message === null) return false;
  answerError(req, res, { code: "MALFORMED_REQUEST", message });
  return true;
}

function problemOf(path: string): string | null {
  if (AMBIGUOUS.test(path)) return "The address is not a plain path.";
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return "The address has a broken percent-encoding.";
  }
}
