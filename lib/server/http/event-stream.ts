import type { Endpoint, Parsed } from "#lib/shared/api/endpoint.ts";
import { systemClock } from "#lib/shared/clock.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env.ts";
import { stopSignal } from "../stopping.ts";
import { type Route, sessionRoute } from "./route.ts";
import { streamOf } from "./sent-events.ts";

/**
 * Serves events as they come, each made by `sentEvent`. `open` checks who asks before anything is sent, so that refusals
 * are answers like any others; what fails later ends the stream, and the reader comes back. `Last-Event-ID` comes before
 * `?after=`. The signal of its `ctx` fires once nobody reads any more, even if nobody ever began.
 */
export function eventStream<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  open: (input: Parsed<E> & { ctx: Ctx; lastEventId: string | null }) => Promise<AsyncIterable<Uint8Array>>,
): Route {
  return sessionRoute(endpoint, async (request, input) => {
    const ended = new AbortController();
    const end = () => ended.abort();
    request.signal.addEventListener("abort", end, { once: true });
    // Its reader comes back at once: to a server that stays, or to the next one.
    stopSignal().addEventListener("abort", end, { once: true, signal: ended.signal });
    if (request.signal.aborted || stopSignal().aborted) end();
    const ctx = { ...input.ctx, signal: ended.signal };
    const events = await open({ ...input, ctx, lastEventId: request.headers.get("last-event-id") });
    const isHead = request.method === "HEAD";
    if (isHead) end();
    const stream = isHead ? null : streamOf(events, ended, systemClock, env().isEdge);
    return new Response(stream, {
      headers: {
        "content-type": "text/event-stream",
        // Who compresses or buffers holds events back.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  });
}
