import { selectAgentStateAndEvents } from "#db/queries/agent-events.ts";
import { sessionsThatMayRead } from "../access/access.ts";
import { freshDatabase } from "../process/database.ts";
import { log } from "../http/log.ts";
import { sentEvent } from "../http/sent-events.ts";
import { type AgentListener, listenToAgent } from "./agent-listeners.ts";

/** How often the feed looks for events of other processes: while the agent works, and while it does not. */
const LOOK_MS = { atWork: 200, idle: 2000 };
/** How often the feed checks who may still read while there are no events. */
const ASK_MS = 1000;
const PAGE = 200;
/** The size of the feed's buffer, for readers who are a little slower. */
const KEPT = { events: 500, bytes: 1024 * 1024 };

/** An event in the form in which it is sent. */
export interface FeedEvent {
  cursor: number;
  bytes: Uint8Array;
}

/**
 * The result of a read. "missed": the events are not in the buffer, or this reader's access was not checked for them.
 * null: the reader may not read any more.
 */
export type FeedReadResult = FeedEvent[] | "missed" | null;

/** The feeds that have readers in this process, by trip. */
const feeds = new Map<string, TripFeed>();

/** Returns the number of readers in this process. */
export function countFeedReaders(): number {
  return [...feeds.values()].reduce((sum, feed) => sum + feed.size, 0);
}

/** Adds a reader to a trip's feed until the signal aborts. */
export function joinFeed(tripId: string, sessionId: string, signal: AbortSignal): FeedSubscription {
  const feed = feeds.get(tripId) ?? new TripFeed(tripId);
  const seat = new FeedSubscription(feed, sessionId);
  if (signal.aborted) seat.end();
  else feed.add(seat);
  signal.addEventListener("abort", () => feed.remove(seat), { once: true });
  return seat;
}

/** One reader of a trip's feed. */
export class FeedSubscription {
  readonly sessionId: string;
  /** The reader may get the events up to this cursor: access was last checked when they had been read. */
  until = 0;
  #isOver = false;
  #resume: () => void = () => {};
  readonly #feed: TripFeed;

  constructor(feed: TripFeed, sessionId: string) {
    this.#feed = feed;
    this.sessionId = sessionId;
  }

  /** Whether the reader may not read any more, has left, or the feed has failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The cursor of the last event that the feed has read. */
  get head(): number {
    return this.#feed.head;
  }

  /** Waits for the events after a cursor. */
  async next(cursor: number): Promise<FeedReadResult> {
    while (!this.#isOver) {
      if (cursor < this.#feed.head) return this.#feed.between(cursor, this.until) ?? "missed";
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    }
    return null;
  }

  wake(): void {
    this.#resume();
  }

  end(): void {
    this.#isOver = true;
    this.wake();
  }
}

/**
 * Reads events for all readers of a trip in this process together, however many they are. Before events are handed out,
 * one query checks for all readers who may still read; a former check is never reused.
 */
class TripFeed {
  readonly #tripId: string;
  readonly #left = new AbortController();
  #listener: AgentListener | null = null;
  readonly #seats = new Set<FeedSubscription>();
  /**
   * The cursor of the last event that was read; null before the first read, which finds the thread's current position.
   */
  #head: number | null = null;
  /** The buffer: all events after `#start`, up to the head. */
  #kept: FeedEvent[] = [];
  #keptBytes = 0;
  #start = 0;
  #askedAt = 0;

  constructor(tripId: string) {
    this.#tripId = tripId;
  }

  get head(): number {
    return this.#head ?? 0;
  }

  get size(): number {
    return this.#seats.size;
  }

  add(seat: FeedSubscription): void {
    this.#seats.add(seat);
    if (this.#listener) return;
    feeds.set(this.#tripId, this);
    this.#listener = listenToAgent(this.#tripId);
    void this.#run(this.#listener);
  }

  remove(seat: FeedSubscription): void {
    this.#seats.delete(seat);
    seat.end();
    if (this.#seats.size === 0) this.#close();
  }

  /**
   * Returns the events after a cursor up to `until`; null when the buffer does not have them, or the reader may get
   * none.
   */
  between(cursor: number, until: number): FeedEvent[] | null {
    if (cursor < this.#start || until <= cursor) return null;
    const from = this.#kept.findLastIndex((event) => event.cursor <= cursor) + 1;
    const events = this.#kept.slice(from).filter((event) => event.cursor <= until);
    return events.length > 0 ? events : null;
  }

  async #run(listener: AgentListener): Promise<void> {
    try {
      while (this.#seats.size > 0) {
        const restMs = await this.#look();
        await listener.heard(restMs, this.#left.signal);
      }
    } catch (error) {
      log().warn({ err: error, tripId: this.#tripId }, "the agent's readers have to come back");
      for (const seat of this.#seats) seat.end();
      this.#seats.clear();
    } finally {
      this.#close();
    }
  }

  /** Reads new events; resolves with the time until the next read. */
  async #look(): Promise<number> {
    const asked = { tripId: this.#tripId, after: this.#head, limit: PAGE };
    const rows = await selectAgentStateAndEvents(freshDatabase(), asked);
    const events = rows.flatMap(({ event }) =>
      event ? [{ cursor: event.cursor, bytes: sentEvent(String(event.cursor), event) }] : [],
    );
    const head = events.at(-1)?.cursor ?? this.#head ?? rows[0]?.cursor ?? 0;
    // Access is checked after the read: a reader who may read now could read all older events.
    if (head !== this.#head || Date.now() - this.#askedAt >= ASK_MS) await this.#ask(head);
    this.#keep(events, head);
    if (events.length === PAGE) return 0;
    return rows[0]?.isAtWork ? LOOK_MS.atWork : LOOK_MS.idle;
  }

  /** Removes the readers who may not read any more. A reader who joins during the check was not checked, and stays. */
  async #ask(head: number): Promise<void> {
    const seats = [...this.#seats];
    const sessionIds = [...new Set(seats.map(({ sessionId }) => sessionId))];
    const now = new Date();
    this.#askedAt = now.getTime();
    const mayRead = await sessionsThatMayRead(freshDatabase(), this.#tripId, sessionIds, now);
    for (const seat of seats) {
      if (mayRead.has(seat.sessionId)) seat.until = head;
      else this.remove(seat);
    }
  }

  #keep(events: FeedEvent[], head: number): void {
    if (this.#head === null) this.#start = head;
    const isNews = head !== this.#head;
    this.#head = head;
    this.#kept.push(...events);
    this.#keptBytes += events.reduce((sum, { bytes }) => sum + bytes.length, 0);
    while (this.#kept.length > KEPT.events || this.#keptBytes > KEPT.bytes) this.#drop();
    if (isNews) for (const seat of this.#seats) seat.wake();
  }

  #drop(): void {
    const oldest = this.#kept.shift();
    this.#start = oldest?.cursor ?? this.#start;
    this.#keptBytes -= oldest?.bytes.length ?? 0;
  }

  #close(): void {
    this.#left.abort();
    this.#listener?.close();
    if (feeds.get(this.#tripId) === this) feeds.delete(this.#tripId);
  }
}
