import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "./error-answer.ts";

const KNOWN = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Refuses HTTP methods that no path of the API has, such as TRACE, in the API's own shape; false: the method is another
 * one.
 */
export function refuseUnknownMethod(req: IncomingMessage, res: ServerResponse): boolean {
  const { method = "", url = "" } = req;
  if (!url.startsWith("/api/") || KNOWN.includes(method)) return false;
  res.setHeader("allow", KNOWN.join(", "));
  answerError(req, res, { code: "METHOD_NOT_ALLOWED", message: "No path of the API takes this method." });
  return true;
}
