import type { Clock } from "#lib/shared/clock.ts";
import type { TripEvent, VisibleEvent } from "#lib/shared/events.ts";
import { redactCommentInEvent } from "#lib/shared/forget-comment.ts";
import { applyEvent, type MergeContext } from "#lib/shared/merge.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { ApiError } from "../base/api.ts";
import { type Change, applyChanges } from "../writes/changes.ts";
import { DeletedRows, findRow, isDeletionEvent, isRestorationEvent } from "./deleted-rows.ts";
import { isDeletedByEvents } from "./is-deleted.ts";
import type { TripRequests } from "./trip-requests.ts";
import type { WriteAnswer, Notice } from "../writes/notices.ts";
import type { PendingWrite } from "./pending-write.ts";
import { refusalNotice } from "./refusals.ts";
import { Subscribers } from "../base/subscribers.ts";
import { SuggestionDraft, type ReversibleAction } from "../writes/suggestion-draft.ts";
import { type DraftView, viewDraft } from "../writes/suggestion-view.ts";
import type { PredictionContext, Write, WriteAction } from "../writes/write.ts";
import { WriteQueue } from "./write-queue.ts";
import { writtenRowName } from "../writes/write-name.ts";
import { advanceBase } from "./write-rules.ts";

/** The most events that may be held before their turn; with more, the event log is read again instead. */
const MAX_HELD = 500;
/** The most applied events that are stored, to find changes since an edit began, and for the newest history. */
const MAX_RECENT = 500;

export interface StoreOptions {
  userId: string;
  clock: Clock;
  line: TripRequests;
  isPast?: boolean;
}

/**
 * One trip as one user sees it: the confirmed state, which only events change, in seq order and each once; and over it
 * this user's writes on this device, from the moment they are made until their events have arrived.
 */
export class TripStore {
  readonly id: string;
  readonly userId: string;
  /** Whether the store shows the trip as it was at a moment. */
  readonly isPast: boolean;
  readonly queue: WriteQueue;
  /** The changes that a viewer wants and has not sent. */
  readonly draft: SuggestionDraft;
  /** Notifies subscribers when something in the view, or among the unsent writes, has changed. */
  readonly changes = new Subscribers<[]>();
  readonly events = new Subscribers<[TripEvent]>();
  readonly notices = new Subscribers<[Notice]>();
  /** Notifies subscribers when a newer snapshot has replaced events that will never arrive. */
  readonly jumps = new Subscribers<[]>();
  /** The stop, reservation or expense that this user has open. */
  openStopId: string | null = null;

  #base: TripDto;
  #rendered: Rendered | null = null;
  #knownSeq: number;
  #recent: readonly TripEvent[] = [];
  readonly #held = new Map<number, TripEvent>();
  readonly #deleted: DeletedRows;
  readonly #clock: Clock;

  constructor(initial: TripDto, { userId, clock, line, isPast = false }: StoreOptions) {
    this.id = initial.id;
    this.isPast = isPast;
    this.userId = userId;
    this.#base = initial;
    this.#knownSeq = initial.seq;
    this.#clock = clock;
    this.#deleted = new DeletedRows(initial.id, (write) => this.submit(write));
    this.draft = new SuggestionDraft(initial.id, userId);
    this.draft.changes.add(() => this.#changed());
    this.queue = new WriteQueue({
      clock,
      line,
      userId,
      confirmedSeq: () => this.#base.seq,
      onChange: () => this.#changed(),
      onRefused: (pending, error) => this.#refused(pending, error),
      onNotice: (notice) => this.notices.tell(notice),
    });
  }

  /** The seq of the confirmed trip. */
  get seq(): number {
    return this.#base.seq;
  }

  /** Whether events are held because an event before them is missing. */
  get hasGap(): boolean {
    return this.#held.size > 0;
  }

  /** The highest seq that is known to exist; it is above {@link seq} while events are missing. */
  get knownSeq(): number {
    const answered = this.queue.items.map(({ echoSeq }) => echoSeq);
    return Math.max(this.#base.seq, this.#knownSeq, ...this.#held.keys(), ...answered);
  }

  /** The trip as the user sees it: the confirmed trip, then the user's own writes, then the user's draft. */
  get trip(): TripDto {
    return this.#render().draft.trip;
  }

  /** The draft, applied to the trip. */
  get suggested(): DraftView {
    return this.#render().draft;
  }

  /** The trip without the draft. */
  get written(): TripDto {
    return this.#render().trip;
  }

  get confirmed(): TripDto {
    return this.#base;
  }

  /** The changes of the unconfirmed writes, in order. */
  get unconfirmed(): readonly Change[] {
    return this.#render().changes;
  }

  /** The newest applied events, oldest first. */
  get recent(): readonly TripEvent[] {
    return this.#recent;
  }

  /** Records a seq that another source says exists. */
  learn(seq: number): void {
    this.#knownSeq = Math.max(this.#knownSeq, seq);
  }

  /** Takes events in any order; an event may come several times. */
  receive(events: readonly TripEvent[]): void {
    for (const event of events) {
      if (event.seq > this.#base.seq) this.#held.set(event.seq, event);
    }
    const before = this.#base;
    for (let next = this.#take(); next; next = this.#take()) this.#apply(next);
    if (this.#held.size > MAX_HELD) {
      this.#knownSeq = this.knownSeq;
      this.#held.clear();
    }
    if (this.#base !== before) this.#changed();
  }

  /** Continues from a snapshot, if it is newer than the confirmed state. */
  adopt(snapshot: TripDto): void {
    if (snapshot.seq <= this.#base.seq) return;
    this.#base = snapshot;
    this.#recent = [];
    this.draft.findArrived(snapshot);
    for (const seq of this.#held.keys()) if (seq <= snapshot.seq) this.#held.delete(seq);
    this.learn(snapshot.seq);
    this.queue.prune();
    this.jumps.tell();
    this.receive([]);
    this.#changed();
  }

  submit<T>(write: Write<T>): Promise<WriteAnswer<T>> {
    if (this.isPast) return nowhere();
    const { suggestion } = write;
    if (suggestion && this.#base.role === "viewer") {
      const baseSeq = (write.edit ?? write.basis)?.baseSeq ?? this.#base.seq;
      return Promise.resolve(drafted<T>(this.draft.addAll([suggestion].flat(), baseSeq)));
    }
    if (DELETES.has(write.label.action)) this.#deleted.remember(findRow(this.trip, write.label.entityId));
    return this.queue.submit(write, this.#baseFor(write), writtenRowName(write, this.trip));
  }

  #baseFor(write: Write<unknown>): number | undefined {
    const over = write.edit ?? write.basis;
    if (!over) return undefined;
    const pending = { write, baseSeq: over.baseSeq ?? this.#base.seq };
    for (const event of this.#recent) advanceBase(pending, event, this.userId);
    return pending.baseSeq;
  }

  #take(): TripEvent | undefined {
    const next = this.#held.get(this.#base.seq + 1);
    if (next) this.#held.delete(next.seq);
    return next;
  }

  #apply(event: TripEvent): void {
    if (isDeletionEvent(event)) this.#lose(event);
    if (isRestorationEvent(event)) this.#deleted.close(event.entityId);
    this.#base = applyEvent(this.#base, event, this.#context());
    this.#recent = [...this.#recent.slice(1 - MAX_RECENT), event];
    // The text of a deleted comment also leaves the events that are stored here.
    if (event.op === "comment.deleted") {
      this.#recent = this.#recent.map((past) => redactCommentInEvent(past, event.entityId));
    }
    this.#rendered = null;
    this.queue.observe(event);
    if (event.op === "suggestion.created") this.draft.arrived(event.entityId);
    this.events.tell(event);
  }

  /** Notifies the user when somebody else has deleted a row that the user has open or is changing. */
  #lose({ entityId, actorId }: VisibleEvent): void {
    const row = findRow(this.#base, entityId);
    this.#deleted.lose(entityId, row, actorId);
    if (!row || actorId === this.userId) return;
    const mine = this.queue.items.filter(
      ({ write, phase }) => write.label.entityId === row.id && phase !== "answered",
    );
    for (const pending of mine) pending.isOrphaned = true;
    const notice = this.#deleted.noticeOf(row, { actorId, mine, isOpen: this.openStopId === row.id });
    if (notice) this.notices.tell(notice);
  }

  #refused(pending: PendingWrite, error: ApiError): void {
    const isGone = error.body.code === "NOT_FOUND";
    if (isGone) this.#deleted.keep(pending);
    const decided = () => {
      pending.kept = "no";
      this.queue.deeds.tell({ kind: "gone", items: [pending] });
    };
    const submit = (write: Write<unknown>) => this.submit(write);
    const notice = refusalNotice(pending, error, this.trip, { submit, decided });
    const late = isGone && notice ? this.#deleted.lateNoticeOf(pending, this.trip) : null;
    if (notice) this.notices.tell(late ?? notice);
  }

  #context(): MergeContext {
    return { userId: this.userId, now: new Date(this.#clock.now()) };
  }

  #render(): Rendered {
    this.#rendered ??= this.#overlaid();
    return this.#rendered;
  }

  #overlaid(): Rendered {
    const context = this.#context();
    const changes: Change[] = [];
    let trip = this.#base;
    for (const pending of this.queue.elsewhere.mergedWith(this.queue.items)) {
      if (pending.isSettled && pending.phase !== "answered") continue;
      const made = pending.changes ?? pending.write.predict(this.#scene(trip, context));
      trip = applyChanges(trip, made, context);
      changes.push(...made);
    }
    return { trip, changes, draft: viewDraft(this.draft.lines, this.#scene(trip, context)) };
  }

  #scene(trip: TripDto, { now }: MergeContext): PredictionContext {
    const findDeleted = (id: string) => this.#deleted.find(id);
    const isGone = (id: string) => isDeletedByEvents(this.#recent, id);
    return { trip, userId: this.userId, now: now.toISOString(), findDeleted, isGone };
  }

  #changed(): void {
    this.#rendered = null;
    this.changes.tell();
  }
}

interface Rendered {
  trip: TripDto;
  changes: readonly Change[];
  draft: DraftView;
}

/**
 * Returns an empty answer for a suggested change: the service answers none, and no caller reads the answer of a change
 * of the plan.
 */
function drafted<T>(takeBack: ReversibleAction): WriteAnswer<T> {
  return { data: undefined as T, seq: null, takeBack: () => drafted(takeBack()) };
}

/**
 * Rejects a write to a past state of the trip. No control offers such a write, but a click may already be under way.
 */
function nowhere(): Promise<never> {
  const refused = Promise.reject(new Error("The trip as it was takes no changes."));
  refused.catch(() => undefined);
  return refused;
}

const DELETES: ReadonlySet<WriteAction> = new Set(["deleteStop", "deleteReservation", "deleteExpense"]);
