import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuidv7 } from "uuid";
import { env } from "#lib/server/env/env.ts";
import { corsHeaders } from "#lib/server/http/cors.ts";
import { log } from "#lib/server/http/log.ts";
import { dataHeaders, transportHeaders } from "#lib/server/http/security-headers.ts";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "#lib/shared/errors.ts";
import { ERROR_PAGE_HEADERS, errorPage, isPageRequest } from "./error-page.ts";

/**
 * Answers with an error in the API's own shape, or with a page if a person reads it, where Next has no answer. The log
 * line of the same request carries its `requestId`.
 */
export function answerError(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId = uuidv7(), ...said }: { code: ErrorCode; message: string; requestId?: string },
): void {
  const status = ERROR_STATUS[said.code];
  const common = { "cache-control": "private, no-store", "x-request-id": requestId };
  if (isPageRequest(req)) {
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

/** Ends a request at which Next failed. The log contains neither its address nor user data from the error. */
export function answerFailure(error: unknown, req: IncomingMessage, res: ServerResponse): void {
  const requestId = uuidv7();
  log().error({ err: error, requestId }, "Next failed at a request");
  // If the answer ended normally, the client would take its first half for all of it.
  if (res.headersSent) res.destroy();
  else
    answerError(req, res, {
      code: "INTERNAL",
      message: "Something went wrong on our side. Please try again.",
      requestId,
    });
}
