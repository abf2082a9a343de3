import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuidv7 } from "uuid";
import { env } from "#lib/server/env.ts";
import { corsHeaders } from "#lib/server/http/cors.ts";
import { log } from "#lib/server/http/log.ts";
import { dataHeaders, transportHeaders } from "#lib/server/http/security-headers.ts";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "#lib/shared/errors.ts";
import { ERROR_PAGE_HEADERS, errorPage, isForReading } from "./error-page.ts";

/** An answer in the API's own shape, or a page for whoever reads it, where Next has none; the log line of the same request carries its `requestId`. */
export function answerError(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId = uuidv7(), ...said }: { code: ErrorCode; message: string; requestId?: string },
): void {
  const status = ERROR_STATUS[said.code];
  const common = { "cache-control": "private, no-store", "x-request-id": requestId };
  if (isForReading(req)) {
    res.writeHead(status, { ...ERROR_PAGE_HEADERS, ...transportHeaders(env()), ...common });
    res.end(errorPage(req, said.code === "INTERNAL" ? "fault" : "address", requestId));
    return;
  }
  const body: ErrorBody = { ...said, requestId };
  res.writeHead(status, {
    ...dataHeaders(env()),
    ...corsHeaders(req.headers.origin ?? null),
    ...common,
    "content-type": "application/json",
  });
  res.end(JSON.stringify(body));
}

/** Ends a request that Next failed at. The log gets neither its address nor what the error holds of people's data. */
export function answerFailure(error: unknown, req: IncomingMessage, res: ServerResponse): void {
  const requestId = uuidv7();
  log().error({ err: error, requestId }, "Next failed at a request");
  // Ended in good order, half of an answer would pass for the whole.
  if (res.headersSent) res.destroy();
  else
    answerError(req, res, {
      code: "INTERNAL",
      message: "Something went wrong on our side. Please try again.",
      requestId,
    });
}
