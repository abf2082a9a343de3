import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { browserRequestPath, ApiError, call } from "../base/api.ts";
import type { OpenStream } from "./agent-stream.ts";
import type { AgentThread } from "./agent-thread.ts";
import type { TripRequests } from "../sync/trip-requests.ts";
import { agentApi } from "../base/operations.ts";
import { callPage } from "../base/pages.ts";
import { isRefusal } from "../base/retry.ts";

const PAGE = 30;
const EVENTS = 500;
/**
 * When the thread is behind by more events than this, reading the newest messages costs less than reading the events.
 */
const FAR = 600;
const RETRY = { firstMs: 500, maxMs: 15_000 };
const POLL_MS = { atWork: 1000, idle: 5000 };
/** After so many lost connections in a row the feed stops streaming: some networks let no stream through. */
const LOSSES = 3;
/** After this time the feed tries the stream again. */
const STREAM_AGAIN_MS = 60_000;

export interface FeedOptions {
  tripId: string;
  thread: AgentThread;
  line: TripRequests;
  clock: Clock;
  openStream: OpenStream;
}

/**
 * Brings the agent's events into a thread while somebody looks at it. The feed reads the status, then the messages,
 * then each later event by a stream, or by polling where no stream gets through.
 */
export class AgentFeed {
  readonly #options: FeedOptions;
  readonly #params: { tripId: string };
  /** The number grows with each start and stop, so that an older running step notices that it is outdated. */
  #turn = 0;
  #isOn = false;
  #hasBegun = false;
  #failures = 0;
  #losses = 0;
  #closeStream: (() => void) | null = null;
  #cancel: (() => void) | null = null;
  /** The step that the feed runs once its pause is over. */
  #next: (() => Promise<void>) | null = null;
  #streamAgainAt = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#params = { tripId: options.tripId };
  }

  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#go();
  }

  stop(): void {
    this.#isOn = false;
    this.#turn += 1;
    this.#quiet();
  }

  /** Tries again at once; call it when the network is back, or when a person asks for another try. */
  wake(): void {
    if (!this.#isOn) return;
    this.#streamAgainAt = 0;
    this.#go();
  }

  /** Polls at once, if the feed polls and its last try did not fail; call it after a write of this client. */
  hurry(): void {
    const next = this.#next;
    if (next === null || this.#failures > 0) return;
    this.#quiet();
    void this.#try(next);
  }

  /** Reads the page of messages before those that are known. Rejects when the page can't be read. */
  async readOlder(): Promise<void> {
    const { thread, line } = this.#options;
    if (thread.older === null) return;
    const query = { limit: PAGE, cursor: thread.older };
    const page = await line.ask((options) =>
      callPage(agentApi.messages, { params: this.#params, query }, options),
    );
    if (query.cursor === thread.older) thread.addOlder(page);
  }

  #go(): void {
    this.#turn += 1;
    this.#quiet();
    this.#losses = 0;
    void this.#try(() => this.#begin());
  }

  #quiet(): void {
    this.#closeStream?.();
    this.#closeStream = null;
    this.#cancel?.();
    this.#cancel = null;
    this.#next = null;
  }

  /**
   * Runs a step. After a failure the step runs again, a little later each time. A refusal by the service ends the
   * tries.
   */
  async #try(step: () => Promise<void>): Promise<void> {
    const turn = this.#turn;
    try {
      await step();
      this.#failures = 0;
    } catch (error) {
      if (turn !== this.#turn) return;
      const isOver = isRefusal(error) && error instanceof ApiError;
      this.#options.thread.fail(isOver ? "gone" : "failed");
      const pause = backoffDelay(this.#failures++, RETRY, this.#options.clock);
      if (!isOver) this.#later(Math.max(pause, waitAsked(error)), step);
    }
  }

  #later(ms: number, step: () => Promise<void>): void {
    this.#cancel?.();
    this.#next = step;
    this.#cancel = this.#options.clock.after(ms, () => {
      this.#next = null;
      void this.#try(step);
    });
  }

  async #begin(): Promise<void> {
    const { thread, line } = this.#options;
    const params = this.#params;
    const turn = this.#turn;
    const status = await line.ask((options) => call(agentApi.status, { params }, options));
    const isNear = this.#hasBegun && status.data.cursor - thread.cursor < FAR;
    if (!isNear) {
      const query = { limit: PAGE };
      const page = await line.ask((options) => callPage(agentApi.messages, { params, query }, options));
      if (turn !== this.#turn) return;
      thread.begin(status.data, page);
      this.#hasBegun = true;
    }
    if (turn === this.#turn) this.#follow();
  }

  #follow(): void {
    const { openStream, clock } = this.#options;
    const canStream = openStream !== null && this.#losses < LOSSES && clock.now() >= this.#streamAgainAt;
    if (canStream) this.#stream(openStream);
    else void this.#try(() => this.#poll());
  }

  #stream(openStream: NonNullable<OpenStream>): void {
    const { thread, line } = this.#options;
    const turn = this.#turn;
    const query = { after: thread.cursor };
    const address = browserRequestPath(agentApi.stream, { params: this.#params, query }, line.userId);
    this.#closeStream = openStream(address, {
      onEvent: (event) => {
        if (turn !== this.#turn) return;
        this.#losses = 0;
        thread.receive([event]);
        if (thread.hasGap) this.#breakOff();
      },
      onLost: (isOver) => {
        if (turn !== this.#turn) return;
        this.#losses += 1;
        if (isOver || this.#losses >= LOSSES) this.#breakOff();
      },
    });
  }

  /** Ends the stream and polls instead; the answer or the error of a poll shows at once what is wrong. */
  #breakOff(): void {
    const { clock, thread } = this.#options;
    this.#quiet();
    if (!thread.hasGap) this.#streamAgainAt = clock.now() + STREAM_AGAIN_MS;
    void this.#try(() => this.#poll());
  }

  async #poll(): Promise<void> {
    const { thread, line, clock, openStream } = this.#options;
    const turn = this.#turn;
    for (let isFull = true; isFull;) {
      const query = { after: thread.cursor, limit: EVENTS };
      const { data } = await line.ask((options) =>
        call(agentApi.events, { params: this.#params, query }, options),
      );
      if (turn !== this.#turn) return;
      thread.receive(data.events);
      isFull = data.events.length === EVENTS;
    }
    if (openStream && clock.now() >= this.#streamAgainAt) {
      this.#losses = 0;
      return this.#follow();
    }
    this.#later(thread.view.run ? POLL_MS.atWork : POLL_MS.idle, () => this.#poll());
  }
}

/** Returns how many milliseconds the service wants the client to wait (`retryAfter` of the error). */
function waitAsked(error: unknown): number {
  const seconds = error instanceof ApiError ? Number(error.body.details?.["retryAfter"] ?? 0) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
