import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { ApiError } from "../base/api.ts";
import { applyToThread, type Change, changesOfEvent, isCommentChange } from "../writes/changes.ts";
import type { TripRequests } from "../sync/trip-requests.ts";
import { commentsApi } from "../base/operations.ts";
import { callPage } from "../base/pages.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TripStore } from "../sync/trip-store.ts";

const PAGE = 200;
const RETRY = { firstMs: 1000, maxMs: 30_000 };

export interface ThreadView {
  /** The comments, oldest first, with this person's own unconfirmed writes. */
  comments: readonly CommentDto[];
  /** `failed`: nothing could be read; {@link Threads.load} tries again. */
  status: "loading" | "ready" | "failed";
}

/** A thread as far as the service has confirmed it. */
export interface ConfirmedThread {
  target: CommentTarget;
  comments: CommentDto[];
}

interface Thread {
  target: CommentTarget;
  confirmed: CommentDto[] | null;
  /**
   * Changes that arrived while the thread was being read: the answer may be older or newer, so they are applied to it.
   */
  meanwhile: CommentChange[] | null;
  /** Whether nothing was read yet, or what was read is known to be old. */
  isStale: boolean;
  failures: number;
  view: { made: readonly Change[]; from: CommentDto[]; comments: CommentDto[] } | null;
  shown: ThreadView;
}
type CommentChange = Extract<Change, { op: `comment.${string}` }>;

const LOADING: ThreadView = { comments: [], status: "loading" };
const UNREAD: CommentDto[] = [];

/**
 * The comment threads of one trip that somebody has opened. They are read once and then follow the trip's events, so
 * they are as current as the trip itself; a query cache would know neither the seqs nor the unsent writes.
 */
export class Threads {
  readonly changes = new Subscribers<[]>();
  readonly #store: TripStore;
  readonly #line: TripRequests;
  readonly #clock: Clock;
  readonly #threads = new Map<string, Thread>();
  /** Threads of rows that this client has created and the service does not know yet. */
  readonly #early = new Map<string, CommentTarget>();

  constructor(store: TripStore, options: { line: TripRequests; clock: Clock }) {
    this.#store = store;
    this.#line = options.line;
    this.#clock = options.clock;
    store.events.add((event) => {
      this.#follow(changesOfEvent(event).filter(isCommentChange));
      this.#comeAndGo(event);
    });
    store.jumps.add(() => this.#refresh());
    store.changes.add(() => {
      this.#loadEarly();
      this.changes.tell();
    });
  }

  /** Returns the thread as the user sees it; the object stays the same until something in it changes. */
  view(target: CommentTarget): ThreadView {
    const thread = this.#threads.get(target.id);
    if (!thread) return LOADING;
    const next = this.#render(thread);
    const { comments, status } = thread.shown;
    if (next.comments !== comments || next.status !== status) thread.shown = next;
    return thread.shown;
  }

  /** The threads that have been read, without this person's unconfirmed writes. */
  get known(): ConfirmedThread[] {
    return [...this.#threads.values()].flatMap(({ target, confirmed }) =>
      confirmed ? [{ target, comments: confirmed }] : [],
    );
  }

  /** Takes the threads that an earlier page has read; they are shown until they can be read again. */
  takeUp(threads: readonly ConfirmedThread[]): void {
    for (const { target, comments } of threads) {
      if (!this.#threads.has(target.id)) this.#open(target).confirmed = comments;
    }
  }

  /** Reads the thread unless it is known or being read. Never rejects: it tries again, and a failure shows in the view. */
  async load(target: CommentTarget): Promise<void> {
    const thread = this.#threads.get(target.id) ?? this.#open(target);
    if (thread.meanwhile) return;
    if (this.#isUnsaved(target)) {
      this.#early.set(target.id, target);
      return;
    }
    while (thread.isStale) {
      const meanwhile: CommentChange[] = [];
      Object.assign(thread, { meanwhile, isStale: false });
      try {
        const read = await this.#readAll(target);
        thread.confirmed = meanwhile.reduce((list, change) => applyToThread(list, target.id, change), read);
        thread.failures = 0;
      } catch (error) {
        // The answer may have come after the event that took the user's access away: nothing of the thread stays.
        if (error instanceof ApiError && error.status === 404) thread.confirmed = null;
        Object.assign(thread, { isStale: true, failures: thread.failures + 1 });
        if (!(error instanceof ApiError) || error.status >= 500) this.#retry(thread);
        break;
      } finally {
        thread.meanwhile = null;
        this.changes.tell();
      }
    }
  }

  #isUnsaved({ kind, id }: CommentTarget): boolean {
    if (kind === "trip") return false;
    const isIn = ({ stops, reservations, expenses }: TripDto) =>
      [...stops, ...reservations, ...expenses].some((row) => row.id === id);
    return isIn(this.#store.trip) && !isIn(this.#store.confirmed);
  }

  #loadEarly(): void {
    for (const target of this.#early.values()) {
      if (this.#isUnsaved(target)) continue;
      this.#early.delete(target.id);
      void this.load(target);
    }
  }

  #retry(thread: Thread): void {
    const delay = backoffDelay(thread.failures - 1, RETRY, this.#clock);
    this.#clock.after(delay, () => void this.load(thread.target));
  }

  #open(target: CommentTarget): Thread {
    const state = { confirmed: null, meanwhile: null, isStale: true, failures: 0 };
    const thread: Thread = { target, ...state, view: null, shown: LOADING };
    this.#threads.set(target.id, thread);
    return thread;
  }

  async #readAll(target: CommentTarget): Promise<CommentDto[]> {
    const params = { tripId: this.#store.id };
    const comments: CommentDto[] = [];
    let cursor: string | undefined;
    do {
      const query = { target: `${target.kind}:${target.id}`, limit: PAGE, cursor };
      const page = await this.#line.askAsMe((options) =>
        callPage(commentsApi.list, { params, query }, options),
      );
      comments.push(...page.items);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    return comments;
  }

  #follow(changes: CommentChange[]): void {
    for (const change of changes) {
      const thread = this.#threads.get(change.entity.target.id);
      thread?.meanwhile?.push(change);
      if (thread?.confirmed) thread.confirmed = applyToThread(thread.confirmed, thread.target.id, change);
    }
  }

  /**
   * A user who is removed from a private expense gets no events of its thread, so the thread is read again when the
   * user is let in again.
   */
  #comeAndGo(event: TripEvent): void {
    const thread = event.op === "redacted" ? undefined : this.#threads.get(event.entityId);
    if (!thread) return;
    switch (event.op) {
      case "expense.withdrawn":
        thread.confirmed = null;
        thread.isStale = true;
        return;
      case "expense.shared":
      case "expense.published":
        return this.#readAnew(thread);
      default:
    }
  }

  /** An adopted snapshot does not say which comments are new, so all threads are read again. */
  #refresh(): void {
    for (const thread of this.#threads.values()) this.#readAnew(thread);
  }

  #readAnew(thread: Thread): void {
    thread.isStale = true;
    void this.load(thread.target);
  }

  #render(thread: Thread): ThreadView {
    const { target, confirmed, failures } = thread;
    const made = this.#store.unconfirmed;
    const from = confirmed ?? UNREAD;
    if (thread.view?.made !== made || thread.view.from !== from) {
      const own = made.filter(isCommentChange);
      const comments = own.reduce((list, change) => applyToThread(list, target.id, change), from);
      thread.view = { made, from, comments };
    }
    const { comments } = thread.view;
    if (confirmed) return { comments, status: "ready" };
    // A comment that this person has just written shows even if nothing of the thread could be read yet.
    return { comments, status: failures > 0 ? "failed" : "loading" };
  }
}
