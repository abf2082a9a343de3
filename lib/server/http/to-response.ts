import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import type { Reply } from "../context.ts";
import { Replay } from "../writes/idempotency.ts";
import { FileText } from "./file-text.ts";
import { JsonText } from "./json-text.ts";
import { noteBytes } from "./request-record.ts";
import { textStream } from "./text-stream.ts";

/**
 * Makes a JSON response from a stream of bytes: a string would be checked and copied twice more on its way out, which
 * is measurable for a whole trip.
 */
export function json(text: string, status: number): Response {
  // The length in UTF-16 code units is used in place of bytes.
  noteBytes(text.length);
  return new Response(textStream(text), { status, headers: { "content-type": "application/json" } });
}

export function toResponse(endpoint: Endpoint, result: unknown, reply: Reply, url: string): Response {
  if (result instanceof FileText) noteBytes(result.text.length);
  if (result instanceof FileText) return new Response(textStream(result.text), { headers: result.headers() });
  const status = reply.status ?? endpoint.status;
  const text = result instanceof JsonText ? result.text : JSON.stringify(result);
  const response = endpoint.response ? json(text, status) : new Response(null, { status: 204 });
  if (reply.tripSeq !== null) response.headers.set("x-trip-seq", String(reply.tripSeq));
  if (reply.lacks) response.headers.set("x-partial", reply.lacks);
  if (reply.nextCursor !== null)
    response.headers.set("link", `<${nextPage(url, reply.nextCursor)}>; rel="next"`);
  return response;
}

function nextPage(url: string, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set("cursor", cursor);
  return `${next.pathname}${next.search}`;
}

export function replayedResponse(error: unknown): Response {
  if (!(error instanceof Replay)) throw error;
  const { status, body, tripSeq } = error.answer;
  const response = body === "" ? new Response(null, { status }) : json(body, status);
  if (tripSeq !== null) response.headers.set("x-trip-seq", String(tripSeq));
  return response;
}
