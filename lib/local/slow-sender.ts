import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 as uuidv7 } from "uuid";
import { env } from "#lib/server/env/env.ts";
import { corsHeaders } from "#lib/server/http/cors.ts";
import { dataHeaders } from "#lib/server/http/security-headers.ts";
import { ERROR_STATUS, type ErrorBody } from "#lib/shared/errors.ts";
import { formatHead } from "./raw-answer.ts";

/**
 * Timeouts of Node's own server. The head of a request has a minute. A limit for the whole request would cut off a
 * large file on a slow network, so {@link cutSlowSender} watches bodies instead.
 */
export const REQUEST_TIMES = { headersTimeout: 60_000, requestTimeout: 0, connectionsCheckingInterval: 5000 };

export interface Pace {
  /** How long a body may pause without a byte. */
  graceMs: number;
  /** The speed of the slowest network that people still have: a body that arrives faster has no time limit. */
  bytesPerSecond: number;
}

const PACE: Pace = { graceMs: 60_000, bytesPerSecond: 4096 };

/**
 * Cuts off clients that send a body too slowly. Each body begins with a budget of one minute, which passes with time
 * and which arriving bytes fill up again: so a body that trickles ends after that minute, and a body that stops ends a
 * minute later.
 */
export function cutSlowSender(req: IncomingMessage, res: ServerResponse, pace: Pace = PACE): void {
  if (!hasBody(req)) return;
  const { socket } = req;
  let seen = socket.bytesRead;
  let until = Date.now() + pace.graceMs;
  function look(): void {
    if (req.complete || socket.destroyed) return clearInterval(timer);
    const now = Date.now();
    const broughtMs = ((socket.bytesRead - seen) / pace.bytesPerSecond) * 1000;
    seen = socket.bytesRead;
    // Bytes that have arrived and that the service has not read delay further bytes, which is not the sender's fault.
    const isWaiting = req.readableLength > 0;
    until = Math.min(now + pace.graceMs, isWaiting ? Infinity : until + broughtMs);
    if (now < until) return;
    clearInterval(timer);
    cut(req, res);
  }
  const timer = setInterval(look, Math.min(1000, pace.graceMs / 4)).unref();
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Writes directly to the socket, as Node writes its own 408: the code that reads the body still holds the response, and
 * learns of the end.
 */
function cut({ socket, headers }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (headersSent) return void socket.destroy();
  const body: ErrorBody = {
    code: "REQUEST_TIMEOUT",
    message: "The body came too slowly. Send the same request again.",
    requestId: uuidv7(),
  };
  const text = JSON.stringify(body);
  const head = formatHead(ERROR_STATUS.REQUEST_TIMEOUT, {
    ...dataHeaders(env()),
    ...corsHeaders(headers.origin ?? null),
    "cache-control": "private, no-store",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    "x-request-id": body.requestId,
    connection: "close",
  });
  socket.write(head + text, () => socket.destroy());
}
