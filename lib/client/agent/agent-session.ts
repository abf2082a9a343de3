import type { AgentMode } from "#lib/shared/agent.ts";
import { type Clock, systemClock } from "#lib/shared/clock.ts";
import { AgentFeed } from "./agent-feed.ts";
import type { AgentBadge } from "../sync/agent-mark.ts";
import { eventSource, type OpenStream } from "./agent-stream.ts";
import { AgentThread } from "./agent-thread.ts";
import { call, ConnectionError } from "../base/api.ts";
import { newId } from "../base/ids.ts";
import type { TripRequests } from "../sync/trip-requests.ts";
import { agentApi } from "../base/operations.ts";
import { typedStorageName } from "../storage/own-storage.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TabStorage } from "../storage/tab-storage.ts";

/** A message to the agent that is being sent, or one without an answer of the service: it may have arrived. */
export interface SentAgentMessage {
  /** The id is also that of the message, so that sending it again creates no second message. */
  id: string;
  text: string;
  isWaiting: boolean;
}

export interface AgentSessionOptions {
  tripId: string;
  line: TripRequests;
  mark: AgentBadge;
  clock?: Clock;
  openStream?: OpenStream;
  /** Stores a message that is being sent, so that it survives a reload. */
  storage?: TabStorage;
  userId?: string;
}

/** The agent of one trip, as this person sees and uses it. */
export class AgentSession {
  readonly thread = new AgentThread();
  readonly askChanges = new Subscribers<[]>();
  readonly feed: AgentFeed;
  readonly #line: TripRequests;
  readonly #params: { tripId: string };
  readonly #storage: TabStorage | null;
  readonly #sentName: string;
  #sent: SentAgentMessage | null;
  #isLeft: boolean;
  #watchers = 0;

  constructor(options: AgentSessionOptions) {
    const { tripId, line, mark, clock = systemClock, openStream = eventSource, storage } = options;
    this.#line = line;
    this.#params = { tripId };
    this.#storage = storage ?? null;
    this.#sentName = typedStorageName("agent sent", tripId, options.userId ?? "");
    this.#sent = sentIn(storage?.read(this.#sentName) ?? null);
    this.#isLeft = this.#sent !== null;
    this.feed = new AgentFeed({ tripId, thread: this.thread, line, clock, openStream });
    this.thread.changes.add(() => {
      const { status, run } = this.thread.view;
      if (status !== "ready") return;
      mark.hear({ cursor: this.thread.cursor, isWorking: run !== null });
      if (this.#watchers > 0) mark.see(this.thread.cursor);
      if (this.#sent && this.#isThere(this.#sent.id)) this.#setSent(null);
    });
  }

  get sent(): SentAgentMessage | null {
    return this.#sent;
  }

  /**
   * Returns, once, the text of a message that an earlier page sent without learning whether it arrived. Returns null
   * when there is none, or when it has arrived.
   */
  takeLeft(): string | null {
    const left = this.#isLeft ? this.#sent : null;
    this.#isLeft = false;
    return left?.isWaiting === false ? left.text : null;
  }

  /** Follows the agent while at least one component shows it. The returned function ends this watch. */
  watch(): () => void {
    this.#watchers += 1;
    this.feed.start();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.feed.stop();
    };
  }

  /**
   * Sends a message to the agent. The same text sent again is the same message, because a request that broke may have
   * arrived all the same.
   * @throws ApiError, ConnectionError
   */
  async ask(text: string): Promise<void> {
    const id = this.#sent?.text === text ? this.#sent.id : newId();
    this.#setSent({ id, text, isWaiting: true });
    const request = { params: this.#params, body: { id, text } };
    try {
      await this.#line.askAsMe((options) => call(agentApi.ask, request, { ...options, idempotencyKey: id }));
      // The message has arrived, whether or not the thread is read again.
      this.#keep(null);
      this.feed.hurry();
    } catch (error) {
      // The thread already shows the message, although the answer was lost.
      if (this.#isThere(id)) return;
      const isUnsure = error instanceof ConnectionError || isAbort(error);
      if (this.#sent?.id === id) this.#setSent(isUnsure ? { id, text, isWaiting: false } : null);
      throw isAbort(error) ? new ConnectionError(error) : error;
    }
  }

  /** Cancels the agent run. @throws ApiError, ConnectionError */
  async cancel(): Promise<void> {
    await this.#line.askAsMe((options) => call(agentApi.cancel, { params: this.#params }, options));
    this.feed.hurry();
  }

  /** Sets the agent's mode of the trip. @throws ApiError, ConnectionError */
  async setMode(mode: AgentMode): Promise<void> {
    const request = { params: this.#params, body: { mode } };
    await this.#line.askAsMe((options) => call(agentApi.settings, request, options));
    this.feed.hurry();
  }

  #isThere(id: string): boolean {
    return this.thread.view.messages.some((message) => message.id === id);
  }

  #setSent(sent: SentAgentMessage | null): void {
    this.#sent = sent;
    this.#keep(sent);
    this.askChanges.tell();
  }

  #keep(sent: SentAgentMessage | null): void {
    this.#storage?.write(this.#sentName, sent ? JSON.stringify([sent.id, sent.text]) : "");
  }
}

/**
 * Returns the message that an earlier page was sending when it was closed, from its stored text; it may have arrived.
 */
function sentIn(kept: string | null): SentAgentMessage | null {
  if (!kept) return null;
  const [id, text] = JSON.parse(kept) as [id: string, text: string];
  return { id, text, isWaiting: false };
}

/** Whether the error comes from a request that was ended because it took too long. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
