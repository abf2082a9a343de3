import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { addressOf, ApiError, call } from "./api.ts";
import type { OpenStream } from "./agent-stream.ts";
import type { AgentThread } from "./agent-thread.ts";
import type { Line } from "./line.ts";
import { agentApi } from "./operations.ts";
import { callPage } from "./pages.ts";
import { isRefusal } from "./retry.ts";

const PAGE = 30;
const EVENTS = 500;
/** Further behind than this, the messages themselves are less to read than what happened to them. */
const FAR = 600;
const RETRY = { firstMs: 500, maxMs: 15_000 };
const POLL_MS = { atWork: 1000, idle: 5000 };
/** A stream that is lost so often is no use: some networks let none through. */
const LOSSES = 3;
/** After so long it is worth another try. */
const STREAM_AGAIN_MS = 60_000;

export interface FeedOptions {
  tripId: string;
  thread: AgentThread;
  line: Line;
  clock: Clock;
  openStream: OpenStream;
}

/**
 * Brings what happens with the agent into a thread while somebody looks at it: status, then messages, then each event
 * behind them, by a stream, and by asking where no stream gets through.
 */
export class AgentFeed {
  readonly #options: FeedOptions;
  readonly #params: { tripId: string };
  /** Goes up with each start and stop, so that what is under way finds itself overtaken. */
  #turn = 0;
  #isOn = false;
  #hasBegun = false;
  #failures = 0;
  #losses = 0;
  #closeStream: (() => void) | null = null;
  #cancel: (() => void) | null = null;
  /** What is done once the wait is over. */
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

  /** The network is back, or somebody asks for another try. */
  wake(): void {
    if (!this.#isOn) return;
    this.#streamAgainAt = 0;
    this.#go();
  }

  /** Something was just written: who asks now and then asks at once, unless the last try failed. */
  hurry(): void {
    const next = this.#next;
    if (next === null || this.#failures > 0) return;
    this.#quiet();
    void this.#try(next);
  }

  /** The page of messages before those that are known. Rejects when it can't be read. */
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

  /** Runs a step; after a failure once more, a little later each time. A refusal is the end. */
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
    const address = addressOf(agentApi.stream, { params: this.#params, query }, line.userId);
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

  /** Goes on by asking, which says at once what is the matter. */
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

/** How long the service wants to be left alone. */
function waitAsked(error: unknown): number {
  const seconds = error instanceof ApiError ? Number(error.body.details?.["retryAfter"] ?? 0) : 0;
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
