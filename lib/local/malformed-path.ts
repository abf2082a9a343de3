import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "./error-answer.ts";

/** What clients resolve before they ask, and what no address holds: another server in front may read it in its own way. */
const AMBIGUOUS = /^[^/]|^\/\/|[\\#]|\/(?:\.|%2e){1,2}(?:[/;]|$)/i;

const ORIGIN = /^https?:\/\/[^/?#\\]+/i;

/** A proxy's form of asking, `GET http://host/path`: any server has to take it, and only the path says what is asked for. */
export function takeAbsoluteForm(req: IncomingMessage): void {
  const { url = "" } = req;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return;
  const path = url.slice(origin.length);
  req.url = path.startsWith("/") ? path : `/${path}`;
}

/**
 * Answers a request whose address can be read in several ways, in the API's own shape; false: the path is fine. Next
 * would take up what a cache in front has judged by another path, answer with plain text, or fail.
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
