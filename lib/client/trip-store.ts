import type { Clock } from "#lib/shared/clock.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { forgetComment } from "#lib/shared/forget-comment.ts";
import { applyEvent, type MergeContext } from "#lib/shared/merge.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { ApiError } from "./api.ts";
import { type Change, overlay } from "./changes.ts";
import type { Line } from "./line.ts";
import { isKept, LostEdits } from "./lost-edits.ts";
import type { Echo, Notice } from "./notices.ts";
import { noticeOf } from "./refusals.ts";
import { findStop, restoreStopWrite } from "./stop-writes.ts";
import { Subscribers } from "./subscribers.ts";
import type { Scene, Write } from "./write.ts";
import { advanceBase, type Pending, WriteQueue } from "./write-queue.ts";

/** Events that came before their turn; more than this and the log is read again instead. */
const MAX_HELD = 500;
/** Applied events that are kept, to tell what changed since an edit began, and for the newest lines of the history. */
const MAX_RECENT = 500;

export interface StoreOptions {
  userId: string;
  clock: Clock;
  line: Line;
}

/**
 * One trip as one person sees it: the confirmed state, which only events move forward, in seq order and each once; and
 * over it this client's own writes, from the moment they are made until their events have arrived.
 */
export class TripStore {
  readonly id: string;
  readonly userId: string;
  readonly queue: WriteQueue;
  /** Something in the view, or in what is unsent, has changed. */
  readonly changes = new Subscribers<[]>();
  readonly events = new Subscribers<[TripEvent]>();
  readonly notices = new Subscribers<[Notice]>();
  /** A newer snapshot took the place of events that will never come. */
  readonly jumps = new Subscribers<[]>();
  /** The stop that this person has open. */
  openStopId: string | null = null;

  #base: TripDto;
  #rendered: { trip: TripDto; changes: readonly Change[] } | null = null;
  #knownSeq: number;
  #recent: readonly TripEvent[] = [];
  readonly #held = new Map<number, TripEvent>();
  readonly #deleted = new Map<string, StopDto>();
  readonly #lost = new LostEdits();
  readonly #clock: Clock;

  constructor(initial: TripDto, { userId, clock, line }: StoreOptions) {
    this.id = initial.id;
    this.userId = userId;
    this.#base = initial;
    this.#knownSeq = initial.seq;
    this.#clock = clock;
    this.queue = new WriteQueue({
      clock,
      line,
      userId,
      confirmedSeq: () => this.#base.seq,
      onChange: () => this.#changed(),
      onRefused: (pending, error) => this.#refused(pending, error),
    });
  }

  /** Of the confirmed trip. */
  get seq(): number {
    return this.#base.seq;
  }

  /** Events are here that can't be applied, because one before them is not. */
  get hasGap(): boolean {
    return this.#held.size > 0;
  }

  /** The highest seq that is known to exist; above {@link seq} while events are on their way. */
  get knownSeq(): number {
    const answered = this.queue.items.map(({ echoSeq }) => echoSeq);
    return Math.max(this.#base.seq, this.#knownSeq, ...this.#held.keys(), ...answered);
  }

  /** What the user sees: the confirmed trip with their own writes over it. */
  get trip(): TripDto {
    return this.#render().trip;
  }

  get confirmed(): TripDto {
    return this.#base;
  }

  /** What the writes that lie over the confirmed trip change, in order. */
  get unconfirmed(): readonly Change[] {
    return this.#render().changes;
  }

  /** The newest applied events, oldest first. */
  get recent(): readonly TripEvent[] {
    return this.#recent;
  }

  /** A seq that someone else says exists. */
  learn(seq: number): void {
    this.#knownSeq = Math.max(this.#knownSeq, seq);
  }

  /** Takes events in, in whatever order and however often they come. */
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

  /** Goes on from a snapshot, if it is newer than what the events have brought. */
  adopt(snapshot: TripDto): void {
    if (snapshot.seq <= this.#base.seq) return;
    this.#base = snapshot;
    this.#recent = [];
    for (const seq of this.#held.keys()) if (seq <= snapshot.seq) this.#held.delete(seq);
    this.learn(snapshot.seq);
    this.queue.prune();
    this.jumps.tell();
    this.receive([]);
    this.#changed();
  }

  submit<T>(write: Write<T>): Promise<Echo<T>> {
    if (write.label.action === "deleteStop") this.#remember(findStop(this.trip, write.label.entityId));
    return this.queue.submit(write, this.#baseFor(write));
  }

  #baseFor(write: Write<unknown>): number | undefined {
    if (!write.edit) return undefined;
    const pending = { write, baseSeq: write.edit.baseSeq ?? this.#base.seq };
    for (const event of this.#recent) advanceBase(pending, event, this.userId);
    return pending.baseSeq;
  }

  #take(): TripEvent | undefined {
    const next = this.#held.get(this.#base.seq + 1);
    if (next) this.#held.delete(next.seq);
    return next;
  }

  #apply(event: TripEvent): void {
    if (event.op === "stop.deleted") this.#lose(findStop(this.#base, event.entityId), event.actorId);
    if (event.op === "stop.restored") this.#lost.close(event.entityId);
    this.#base = applyEvent(this.#base, event, this.#context());
    this.#recent = [...this.#recent.slice(1 - MAX_RECENT), event];
    // What a deleted comment said leaves the history here too.
    if (event.op === "comment.deleted") {
      this.#recent = this.#recent.map((past) => forgetComment(past, event.entityId));
    }
    this.#rendered = null;
    this.queue.observe(event);
    this.events.tell(event);
  }

  /** Tells the user when the stop they have open, or are changing, was deleted by someone else. */
  #lose(stop: StopDto | undefined, actorId: string | null): void {
    this.#remember(stop);
    if (!stop || actorId === this.userId) return;
    const mine = this.queue.items.filter(
      ({ write, phase }) => write.label.entityId === stop.id && phase !== "answered",
    );
    for (const pending of mine) pending.isOrphaned = true;
    // The refusal of a change may come before the event that explains it.
    const lost = this.#lost.of(stop.id);
    if (mine.length === 0 && lost.length === 0 && this.openStopId !== stop.id) return;
    const hasEdits = lost.length > 0 || mine.some(({ write }) => isKept(write));
    const restore = () => this.#restore(stop.id, lost);
    this.notices.tell({ kind: "deleted", stop, actorId, hasEdits, restore });
  }

  async #restore(stopId: string, lost: Write<unknown>[]): Promise<Echo<StopDto>> {
    const echo = await this.submit(restoreStopWrite(this.id, stopId));
    for (const write of lost.splice(0)) void this.submit(write);
    return echo;
  }

  #remember(stop: StopDto | undefined): void {
    if (stop) this.#deleted.set(stop.id, stop);
  }

  #refused(pending: Pending, error: ApiError): void {
    if (error.body.code === "NOT_FOUND") this.#lost.keep(pending);
    const notice = noticeOf(pending, error, this.trip, (write) => this.submit(write));
    if (notice) this.notices.tell(notice);
  }

  #context(): MergeContext {
    return { userId: this.userId, now: new Date(this.#clock.now()) };
  }

  #render(): { trip: TripDto; changes: readonly Change[] } {
    this.#rendered ??= this.#overlaid();
    return this.#rendered;
  }

  #overlaid(): { trip: TripDto; changes: readonly Change[] } {
    const context = this.#context();
    const changes: Change[] = [];
    let trip = this.#base;
    for (const pending of this.queue.items) {
      if (pending.isSettled && pending.phase !== "answered") continue;
      const made = pending.changes ?? pending.write.predict(this.#scene(trip, context));
      trip = overlay(trip, made, context);
      changes.push(...made);
    }
    return { trip, changes };
  }

  #scene(trip: TripDto, { now }: MergeContext): Scene {
    return { trip, userId: this.userId, now: now.toISOString(), findDeleted: (id) => this.#deleted.get(id) };
  }

  #changed(): void {
    this.#rendered = null;
    this.changes.tell();
  }
}
