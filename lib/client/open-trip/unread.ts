import type { Clock } from "#lib/shared/clock.ts";
import type { CommentDto, CommentTarget, UnreadThread } from "#lib/shared/comments.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { ApiError, call } from "../base/api.ts";
import type { TripRequests } from "../sync/trip-requests.ts";
import { commentsApi } from "../base/operations.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TripStore } from "../sync/trip-store.ts";

/**
 * Events that change the counts of unread comments without saying how cause one reading of the counts after this time.
 */
const SETTLE_MS = 400;
const RETRY_MS = 10_000;

/**
 * The unread comments of this user, by thread. They are read once and then follow the trip's events. A thread that was
 * marked as read on this device disappears at once and stays away, even if an answer that was under way still counts
 * it.
 */
export class UnreadComments {
  readonly changes = new Subscribers<[]>();
  readonly #store: TripStore;
  readonly #line: TripRequests;
  readonly #clock: Clock;
  #threads: ReadonlyMap<string, UnreadThread> = new Map();
  /** The newest comment that was read on this device, by thread. */
  readonly #marks = new Map<string, string>();
  #isWanted = false;
  #reading: Promise<void> | null = null;
  #cancel: (() => void) | null = null;

  constructor(store: TripStore, options: { line: TripRequests; clock: Clock }) {
    this.#store = store;
    this.#line = options.line;
    this.#clock = options.clock;
    store.events.add((event) => this.#follow(event));
    store.jumps.add(() => this.#readSoon(0));
  }

  /** Returns how many new comments of others a thread has. */
  count(targetId: string): number {
    return this.#threads.get(targetId)?.count ?? 0;
  }

  /** Starts to follow the counts; nothing is requested before. Never rejects. */
  open(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#readSoon(0);
  }

  /** Marks a thread as seen up to a comment. */
  read(target: CommentTarget, upTo: string): void {
    if (this.#marks.get(target.id) === upTo) return;
    this.#marks.set(target.id, upTo);
    this.#drop(target.id);
    const input = { params: { tripId: this.#store.id }, body: { target, upTo } };
    this.#line
      .askAsMe((options) => call(commentsApi.read, input, options))
      .catch((error: unknown) => {
        // If the mark can't be sent now, it is sent with the next comment that is read; until then the service's counts
        // apply.
        if (this.#marks.get(target.id) === upTo) this.#marks.delete(target.id);
        if (!(error instanceof ApiError) || error.status >= 500) this.#readSoon(RETRY_MS);
      });
  }

  #follow(event: TripEvent): void {
    switch (event.op) {
      case "comment.created":
        return this.#arrived(event.entity);
      case "comment.deleted":
      case "comment.restored":
      case "stop.deleted":
      case "stop.restored":
      case "reservation.deleted":
      case "reservation.restored":
      // The thread of an expense is added and removed with it, also when a user is let into a private expense or
      // removed from it.
      case "expense.deleted":
      case "expense.restored":
      case "expense.shared":
      case "expense.published":
      case "expense.withdrawn":
        return this.#readSoon(SETTLE_MS);
      default:
    }
  }

  #arrived({ id, target, memberId }: CommentDto): void {
    const author = this.#store.trip.members.find((member) => member.id === memberId);
    // A member who writes a comment has read the comments above it.
    if (author?.userId === this.#store.userId) return this.#drop(target.id);
    const known = this.#threads.get(target.id);
    if (known?.newestId === id) return;
    this.#set(target.id, { target, count: (known?.count ?? 0) + 1, newestId: id });
  }

  #readSoon(ms: number): void {
    if (!this.#isWanted) return;
    this.#cancel?.();
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = null;
      if (this.#reading) this.#readSoon(SETTLE_MS);
      else
        this.#reading = this.#readAll().finally(() => {
          this.#reading = null;
        });
    });
  }

  async #readAll(): Promise<void> {
    const { id: tripId } = this.#store;
    const { seq } = this.#store;
    try {
      const { data } = await this.#line.askAsMe((options) =>
        call(commentsApi.unread, { params: { tripId } }, options),
      );
      // Events that arrived during the request may or may not be counted in the answer, so the counts are read again.
      if (this.#store.seq !== seq) this.#readSoon(SETTLE_MS);
      const isNew = ({ target, newestId }: UnreadThread) => this.#marks.get(target.id) !== newestId;
      this.#threads = new Map(data.filter(isNew).map((thread) => [thread.target.id, thread]));
      this.changes.tell();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) this.#readSoon(RETRY_MS);
    }
  }

  #drop(targetId: string): void {
    if (this.#threads.has(targetId)) this.#set(targetId, null);
  }

  #set(targetId: string, thread: UnreadThread | null): void {
    const next = new Map(this.#threads);
    if (thread) next.set(targetId, thread);
    else next.delete(targetId);
    this.#threads = next;
    this.changes.tell();
  }
}
