import { selectAgentNews } from "#db/queries/agent-events.ts";
import { sessionsThatMayRead } from "../access.ts";
import { freshDatabase } from "../database.ts";
import { log } from "../http/log.ts";
import { sentEvent } from "../http/sent-events.ts";
import { type AgentListener, listenToAgent } from "./wakes.ts";

/** What another process has added is found so soon: while it works, and while it does not. */
const LOOK_MS = { atWork: 200, idle: 2000 };
/** While nothing happens: so often it is asked who may still read. */
const ASK_MS = 1000;
const PAGE = 200;
/** What is kept for readers who are a little slower. */
const KEPT = { events: 500, bytes: 1024 * 1024 };

/** An event as it is sent. */
export interface FeedEvent {
  cursor: number;
  bytes: Uint8Array;
}

/** "missed": it is not kept, or not for this reader. null: they may not read any more. */
export type Found = FeedEvent[] | "missed" | null;

/** By trip: those that anybody reads in this process. */
const feeds = new Map<string, TripFeed>();

/** How many read in this process. */
export function feedReaders(): number {
  return [...feeds.values()].reduce((sum, feed) => sum + feed.size, 0);
}

/** A place among a trip's readers, until the signal. */
export function joinFeed(tripId: string, sessionId: string, signal: AbortSignal): FeedSeat {
  const feed = feeds.get(tripId) ?? new TripFeed(tripId);
  const seat = new FeedSeat(feed, sessionId);
  if (signal.aborted) seat.end();
  else feed.add(seat);
  signal.addEventListener("abort", () => feed.remove(seat), { once: true });
  return seat;
}

/** One reader. */
export class FeedSeat {
  readonly sessionId: string;
  /** They were asked for when everything up to here had been read: so far they may have it. */
  until = 0;
  #isOver = false;
  #resume: () => void = () => {};
  readonly #feed: TripFeed;

  constructor(feed: TripFeed, sessionId: string) {
    this.#feed = feed;
    this.sessionId = sessionId;
  }

  /** They may not read any more, have left, or nothing can be read. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The last event that the feed has read. */
  get head(): number {
    return this.#feed.head;
  }

  /** Waits for what comes after a cursor. */
  async next(cursor: number): Promise<Found> {
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
 * Looks for a trip's readers in this process: once for all of them, whoever and however many they are. What it has read
 * is handed out after it was asked, again for all at once, which of them may read: nobody is believed for a while.
 */
class TripFeed {
  readonly #tripId: string;
  readonly #left = new AbortController();
  #listener: AgentListener | null = null;
  readonly #seats = new Set<FeedSeat>();
  /** Of the last event that was read; null before the first look, which finds where the thread stands. */
  #head: number | null = null;
  /** All events behind `#start`, up to the head. */
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

  add(seat: FeedSeat): void {
    this.#seats.add(seat);
    if (this.#listener) return;
    feeds.set(this.#tripId, this);
    this.#listener = listenToAgent(this.#tripId);
    void this.#run(this.#listener);
  }

  remove(seat: FeedSeat): void {
    this.#seats.delete(seat);
    seat.end();
    if (this.#seats.size === 0) this.#close();
  }

  /** Everything after a cursor, as far as is allowed; null when it is not kept, or nothing is allowed. */
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

  /** Resolves with how long the next look may wait. */
  async #look(): Promise<number> {
    const asked = { tripId: this.#tripId, after: this.#head, limit: PAGE };
    const rows = await selectAgentNews(freshDatabase(), asked);
    const events = rows.flatMap(({ event }) =>
      event ? [{ cursor: event.cursor, bytes: sentEvent(String(event.cursor), event) }] : [],
    );
    const head = events.at(-1)?.cursor ?? this.#head ?? rows[0]?.cursor ?? 0;
    // Asked afterwards: who may read now could read all that is older.
    if (head !== this.#head || Date.now() - this.#askedAt >= ASK_MS) await this.#ask(head);
    this.#keep(events, head);
    if (events.length === PAGE) return 0;
    return rows[0]?.isAtWork ? LOOK_MS.atWork : LOOK_MS.idle;
  }

  /** Whoever may not read any more is out; whoever comes meanwhile has not been asked for. */
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
