import type { TripEvent } from "#lib/shared/events.ts";
import { redactCommentInEvent } from "#lib/shared/forget-comment.ts";
import type { RoomEvent, ServerMessage } from "#lib/shared/protocol.ts";

/** The most events that a room stores for clients that were away. */
const KEPT = 500;
/** The most events that are held because they came too early; with more, the room requests all of them from the API. */
const MAX_HELD = 1000;

/** An event with its text on the wire, which is made once for all sockets. */
export interface LoggedEvent extends RoomEvent {
  textFor: (userId: string) => string;
}

/** The newest events of a trip without gaps, and the later events that wait for missing ones. */
export class EventLog {
  #seq: number | null = null;
  /** The highest seq that is known to exist. */
  #known = 0;
  #events: LoggedEvent[] = [];
  readonly #held = new Map<number, RoomEvent>();

  /** The seq of the last event that was taken; null before {@link begin}. */
  get seq(): number | null {
    return this.#seq;
  }

  get isMissingSome(): boolean {
    return this.#seq !== null && this.#known > this.#seq;
  }

  /**
   * Starts at the end of `tail`, a part of the trip's event log without gaps; `seq` is the trip's seq when `tail` is
   * empty.
   */
  begin(tail: RoomEvent[], seq: number): void {
    this.#events = tail.slice(-KEPT).map(logged);
    this.#seq = tail.at(-1)?.event.seq ?? seq;
    this.#known = Math.max(this.#known, seq);
    for (const known of this.#held.keys()) if (known <= this.#seq) this.#held.delete(known);
  }

  hold(events: RoomEvent[], seq = 0): void {
    this.#known = Math.max(this.#known, seq);
    for (const held of events) {
      this.#known = Math.max(this.#known, held.event.seq);
      if (this.#seq === null || held.event.seq > this.#seq) this.#held.set(held.event.seq, held);
    }
    if (this.#held.size > MAX_HELD) this.#held.clear();
  }

  /** Returns the held events that now follow without a gap, in order; nothing before {@link begin}. */
  take(): LoggedEvent[] {
    const taken: LoggedEvent[] = [];
    if (this.#seq === null) return taken;
    for (let next = this.#held.get(this.#seq + 1); next; next = this.#held.get(this.#seq + 1)) {
      this.#seq = next.event.seq;
      this.#held.delete(this.#seq);
      if (next.event.op === "comment.deleted") this.#forget(next.event.entityId);
      const entry = logged(next);
      this.#events.push(entry);
      taken.push(entry);
    }
    this.#events = this.#events.slice(-KEPT);
    return taken;
  }

  /** Returns the events after `seq`; null when the room no longer stores them. */
  after(seq: number): LoggedEvent[] | null {
    if (this.#seq === null || seq >= this.#seq) return [];
    const index = this.#events.findIndex(({ event }) => event.seq === seq + 1);
    return index < 0 ? null : this.#events.slice(index);
  }

  /** Removes the text of a deleted comment from the log, as the service removes it from the history. */
  #forget(commentId: string): void {
    this.#events = this.#events.map((entry) => {
      const event = redactCommentInEvent(entry.event, commentId);
      return event === entry.event ? entry : logged({ event, visibleTo: entry.visibleTo });
    });
  }
}

function logged({ event, visibleTo }: RoomEvent): LoggedEvent {
  const open = textOf(event);
  if (visibleTo === null) return { event, visibleTo, textFor: () => open };
  const closed = textOf({ seq: event.seq, op: "redacted", at: event.at });
  return { event, visibleTo, textFor: (userId) => (visibleTo.includes(userId) ? open : closed) };
}

function textOf(event: TripEvent): string {
  const message: ServerMessage = { type: "event", event };
  return JSON.stringify(message);
}
