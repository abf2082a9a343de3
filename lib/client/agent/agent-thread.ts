import type {
  AgentEvent,
  AgentMessageDto,
  AgentMode,
  AgentRunDto,
  AgentStatusDto,
} from "#lib/shared/agent.ts";
import { applyEventToMessages } from "#lib/shared/agent-fold.ts";
import type { Page } from "../base/pages.ts";
import { Subscribers } from "../base/subscribers.ts";

export interface AgentView {
  /** `gone`: this person may not read the thread any more, or there is no agent. */
  status: "loading" | "ready" | "failed" | "gone";
  /** The messages are in the order in which their events announced them. */
  messages: readonly AgentMessageDto[];
  mode: AgentMode;
  /** The agent run under way. */
  run: AgentRunDto | null;
  hasOlder: boolean;
}

const EMPTY: AgentView = { status: "loading", messages: [], mode: "apply", run: null, hasOlder: false };

/**
 * The messages between a trip's members and its agent, as far as this client has read them. The thread applies events
 * strictly in the order of their cursors, each once: it drops repeated events, and holds early events until the missing
 * ones are here.
 */
export class AgentThread {
  readonly changes = new Subscribers<[]>();
  #view = EMPTY;
  #cursor = 0;
  /**
   * The thread ignores changes of the mode up to this cursor, because the status that it began with already includes
   * them.
   */
  #modeAt = 0;
  #older: string | null = null;
  readonly #held = new Map<number, AgentEvent>();

  get view(): AgentView {
    return this.#view;
  }

  /** The cursor of the last event that was applied. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The page cursor with which older messages are requested. */
  get older(): string | null {
    return this.#older;
  }

  /** Whether an event is held because its predecessor has not arrived. */
  get hasGap(): boolean {
    return this.#held.size > 0;
  }

  /**
   * Starts the thread from the service's answers.
   * @param status read before the page, so that no event between the two is missed
   * @param page the newest messages, newest first
   */
  begin(status: AgentStatusDto, page: Page<AgentMessageDto>): void {
    const newest = page.items.toReversed();
    const first = newest[0]?.cursor ?? 0;
    const known = new Set(newest.map(({ id }) => id));
    const { messages } = this.#view;
    const isJoined = page.cursor === null || messages.some(({ id }) => known.has(id));
    const kept = isJoined ? messages.filter(({ cursor }) => cursor < first) : [];
    if (kept.length === 0) this.#older = page.cursor;
    // The text so far of a reply that is under way is in its events alone, so the thread starts before them.
    const running = newest.filter(isRunning).map(({ cursor }) => cursor);
    this.#cursor = Math.min(status.cursor, ...running);
    this.#modeAt = status.cursor;
    this.#held.clear();
    this.#show({ status: "ready", messages: [...kept, ...newest], mode: status.mode });
  }

  /** Adds the next page of older messages, newest first. */
  addOlder(page: Page<AgentMessageDto>): void {
    const known = new Set(this.#view.messages.map(({ id }) => id));
    const older = page.items.toReversed().filter(({ id }) => !known.has(id));
    this.#older = page.cursor;
    this.#show({ messages: [...older, ...this.#view.messages] });
  }

  /** Takes events in any order; an event may come several times. */
  receive(events: readonly AgentEvent[]): void {
    for (const event of events) if (event.cursor > this.#cursor) this.#held.set(event.cursor, event);
    let { messages, mode } = this.#view;
    for (let next = this.#take(); next; next = this.#take()) {
      if (next.kind === "mode") mode = next.cursor > this.#modeAt ? next.mode : mode;
      else if (!isPast(messages, next)) messages = applyEventToMessages(messages, next);
    }
    this.#show({ messages, mode });
  }

  fail(status: "failed" | "gone"): void {
    if (this.#view.status !== "ready" || status === "gone") this.#show({ status });
  }

  #take(): AgentEvent | undefined {
    const next = this.#held.get(this.#cursor + 1);
    if (!next) return undefined;
    this.#held.delete(next.cursor);
    this.#cursor = next.cursor;
    return next;
  }

  #show(changed: Partial<AgentView>): void {
    const view = { ...this.#view, ...changed };
    const run = view.messages.findLast(isRunning)?.run ?? null;
    const next = { ...view, run, hasOlder: this.#older !== null };
    const keys = Object.keys(next) as (keyof AgentView)[];
    if (keys.every((key) => next[key] === this.#view[key])) return;
    this.#view = next;
    this.changes.tell();
  }
}

export function isRunning({ run }: AgentMessageDto): boolean {
  return run?.status === "running";
}

/**
 * Whether the event announces that a run begins which has already ended, according to the messages: they may be newer
 * than the cursor that the thread starts from.
 */
function isPast(messages: readonly AgentMessageDto[], event: AgentEvent): boolean {
  if (event.kind !== "message" || !isRunning(event.message)) return false;
  const known = messages.find(({ id }) => id === event.message.id);
  return known !== undefined && !isRunning(known);
}
