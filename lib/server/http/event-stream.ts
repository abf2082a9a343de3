import type { Endpoint, Parsed } from "#lib/shared/api/endpoint.ts";
import type { Ctx } from "../context.ts";
import { type Route, sessionRoute } from "./route.ts";

/** One server-sent event: `id` is where a reader goes on who lost the connection. */
export interface SentEvent {
  id: string;
  data: unknown;
}

/** Shorter than what proxies wait for. */
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1000;

/**
 * Serves events as they come. `open` checks who asks before anything is sent, so that refusals are answers like any
 * others; what fails later ends the stream, and the reader comes back. `Last-Event-ID` comes before `?after=`.
 */
export function eventStream<E extends Endpoint & { method: "GET"; download: readonly string[] }>(
  endpoint: E,
  open: (input: Parsed<E> & { ctx: Ctx; lastEventId: string | null }) => Promise<AsyncIterable<SentEvent>>,
): Route {
  return sessionRoute(endpoint, async (request, input) => {
    const ended = new AbortController();
    const signal = AbortSignal.any([input.ctx.signal, ended.signal]);
    const lastEventId = request.headers.get("last-event-id");
    const events = await open({ ...input, ctx: { ...input.ctx, signal }, lastEventId });
    if (request.method === "HEAD") ended.abort();
    return new Response(request.method === "HEAD" ? null : streamOf(events, ended), {
      headers: {
        "content-type": "text/event-stream",
        // Who compresses or buffers holds events back.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  });
}

function streamOf(events: AsyncIterable<SentEvent>, ended: AbortController): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(": still here\n\n")), HEARTBEAT_MS);
    },
    async pull(controller) {
      try {
        const { value, done } = await iterator.next();
        if (!done) return controller.enqueue(encoder.encode(frameOf(value)));
        clearInterval(heartbeat);
        controller.close();
      } catch (error) {
        clearInterval(heartbeat);
        controller.error(error);
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      ended.abort();
      await iterator.return?.();
    },
  });
}

/** JSON has no line breaks of its own. */
function frameOf({ id, data }: SentEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
