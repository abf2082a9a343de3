import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "./error-answer.ts";

/**
 * Answers a request whose path has a `%` that starts no character, in the API's own shape; false: the path is fine.
 * Next would answer with plain text, or fail while looking for a file.
 */
export function refuseMalformedPath(req: IncomingMessage, res: ServerResponse): boolean {
  if (isDecodable(req.url?.split("?", 1)[0] ?? "")) return false;
  answerError(req, res, {
    code: "MALFORMED_REQUEST",
    message: "The address has a broken percent-encoding.",
  });
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
