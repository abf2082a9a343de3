import { type Clock, systemClock } from "#lib/shared/clock.ts";
import { FUNCTION_SECONDS } from "../env/env-deployment.ts";

/** The interval of heartbeats, which is shorter than the idle timeout of proxies. */
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1000;
/** After this time a stream ends, and its client connects again, possibly to a server with more capacity. */
const LONGEST_MS = 10 * 60_000;
/** The longest time of a stream on the edge, where the platform would later cut it off in the middle of an event. */
const LONGEST_ON_EDGE_MS = (FUNCTION_SECONDS - 20) * 1000;
/** The time after which a client that has read nothing counts as gone; it may connect again. */
const STALLED_MS = 30_000;

const encoder = new TextEncoder();
const FIRST = encoder.encode(`retry: ${RETRY_MS}\n\n`);
const HEARTBEAT = encoder.encode(": still here\n\n");

/**
 * Encodes one server-sent event. A client that lost the connection continues after `id`. JSON text contains no line
 * breaks, so one `data` field is enough.
 */
export function sentEvent(id: string, data: unknown): Uint8Array {
  return encoder.encode(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
}

/**
 * Streams events as fast as the client reads them. `ended` is aborted as soon as the stream is over, for whatever
 * reason; if somebody else aborts it, the stream ends.
 */
export function streamEvents(
  events: AsyncIterable<Uint8Array>,
  ended: AbortController,
  clock: Clock = systemClock,
  isEdge = false,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new SentEvents(events, ended, clock, isEdge ? LONGEST_ON_EDGE_MS : LONGEST_MS));
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/**
 * A stream source with its own timer, because the generator of the events stands still while the client reads nothing.
 */
class SentEvents implements UnderlyingDefaultSource<Uint8Array> {
  readonly #events: AsyncIterator<Uint8Array>;
  readonly #ended: AbortController;
  readonly #clock: Clock;
  readonly #longestMs: number;
  /** When the client had last read everything that was sent. */
  #takenAt: number;
  #stopBeating: () => void = () => {};
  #stopAging: () => void = () => {};

  constructor(events: AsyncIterable<Uint8Array>, ended: AbortController, clock: Clock, longestMs: number) {
    this.#events = events[Symbol.asyncIterator]();
    this.#ended = ended;
    this.#clock = clock;
    this.#longestMs = longestMs;
    this.#takenAt = clock.now();
  }

  start(controller: Controller): void {
    const { signal } = this.#ended;
    signal.addEventListener("abort", () => this.#finish(controller), { once: true });
    if (signal.aborted) return this.#finish(controller);
    controller.enqueue(FIRST);
    this.#stopAging = this.#clock.after(this.#longestMs, () => this.#ended.abort());
    this.#beatLater(controller);
  }

  async pull(controller: Controller): Promise<void> {
    this.#takenAt = this.#clock.now();
    try {
      const { value, done } = await this.#events.next();
      if (this.#ended.signal.aborted) return;
      if (done) this.#ended.abort();
      else this.#send(controller, value);
    } catch (error) {
      controller.error(error);
      this.#ended.abort();
    }
  }

  cancel(): void {
    this.#ended.abort();
  }

  #send(controller: Controller, bytes: Uint8Array): void {
    if (hasRoom(controller)) this.#takenAt = this.#clock.now();
    controller.enqueue(bytes);
  }

  #beatLater(controller: Controller): void {
    this.#stopBeating = this.#clock.after(HEARTBEAT_MS, () => this.#beat(controller));
  }

  #beat(controller: Controller): void {
    const isStalled = !hasRoom(controller) && this.#clock.now() - this.#takenAt >= STALLED_MS;
    if (isStalled) {
      // Events that the client has not read are dropped, not stored for it.
      controller.error(new DOMException("Its reader takes nothing.", "AbortError"));
      return this.#ended.abort();
    }
    if (hasRoom(controller)) this.#send(controller, HEARTBEAT);
    this.#beatLater(controller);
  }

  #finish(controller: Controller): void {
    this.#stopBeating();
    this.#stopAging();
    void this.#events.return?.();
    try {
      controller.close();
    } catch {
      // The stream was cancelled or has failed already.
    }
  }
}

function hasRoom({ desiredSize }: Controller): boolean {
  return desiredSize !== null && desiredSize > 0;
}
