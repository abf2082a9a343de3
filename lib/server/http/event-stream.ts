import type { Endpoint, ParsedRequest } from "#lib/shared/api/endpoint.ts";
import { systemClock } from "#lib/shared/clock.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { stopSignal } from "../process/graceful-shutdown.ts";
import { type Route, sessionRoute } from "./route.ts";
import { streamEvents } from "./sent-events.ts";

/**
 * Serves server-sent events as they arrive, each made by `sentEvent`. `open` checks the caller before anything is sent,
 * so that a refusal is an ordinary answer; a later failure ends the stream, and the client connects again.
 * `Last-Event-ID` takes precedence over `?after=`. The signal of its `ctx` aborts once no client reads any more, even
 * if none ever began.
 */
export function eventStream<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  open: (
    input: ParsedRequest<E> & { ctx: Ctx; lastEventId: string | null },
  ) => Promise<AsyncIterable<Uint8Array>>,
): Route {
  return sessionRoute(endpoint, async (request, input) => {
    const ended = new AbortController();
    const end = () => ended.abort();
    request.signal.addEventListener("abort", end, { once: true });
    // The stream ends when the process is to stop. The client connects again at once, to a server that keeps running.
    stopSignal().addEventListener("abort", end, { once: true, signal: ended.signal });
    if (request.signal.aborted || stopSignal().aborted) end();
    const ctx = { ...input.ctx, signal: ended.signal };
    const events = await open({ ...input, ctx, lastEventId: request.headers.get("last-event-id") });
    const isHead = request.method === "HEAD";
    if (isHead) end();
    const stream = isHead ? null : streamEvents(events, ended, systemClock, env().isEdge);
    return new Response(stream, {
      headers: {
        "content-type": "text/event-stream",
        // A proxy that compresses or buffers the stream would delay the events.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  });
}
