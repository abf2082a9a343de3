import type { TripEvent } from "#lib/shared/events.ts";
import { ApiError, ConnectionError } from "../base/api.ts";
import { newId } from "../base/ids.ts";
import type { WriteAnswer } from "../writes/notices.ts";
import type { QueueOptions } from "./queue-options.ts";
import { type RetryDelay, QueueWait } from "./queue-wait.ts";
import {
  type RetryInvariantFields,
  toPendingWrite,
  type NewPendingWrite,
  type PendingWrite,
  type QueueChange,
  insertEarlierWrites,
} from "./pending-write.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { Write } from "../writes/write.ts";
import {
  advanceBase,
  dependents,
  hasDependents,
  isFinalError,
  isTooLateToRepeat,
  nextToSend,
  unknownOutcomeError,
} from "./write-rules.ts";
import { confirmByEvent, WritesOfOtherPages } from "./writes-elsewhere.ts";

/**
 * The writes of one trip, sent one after the other in the order they were made: a later one may refer to a row that an
 * earlier one creates. A write without an answer is sent again with its key, so none is lost or executed twice.
 */
export class WriteQueue {
  #items: readonly PendingWrite[] = [];
  /** The writes that other pages of this browser send. */
  readonly elsewhere = new WritesOfOtherPages();
  readonly #options: QueueOptions;
  #isRunning = false;
  readonly #wait: QueueWait;
  #isSignedOut = false;
  /** How many callers of `holdUntil` hold the queue back. */
  #holds = 0;
  /** Whether a `StoredWrites` that stores the writes is there, or is being loaded. */
  isWrittenDown = false;
  readonly deeds = new Subscribers<[QueueChange]>();
  /** Runs before a write is sent; a rejection counts as no connection. */
  beforeSend: ((pending: PendingWrite) => Promise<void>) | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#wait = new QueueWait(options.clock, () => void this.#run());
  }

  get items(): readonly PendingWrite[] {
    return this.#items;
  }

  /** Whether this user's session has ended; nothing more is sent before {@link resume}. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** The state of the unanswered writes: `waiting` when the last attempt got no answer, or no attempt is allowed. */
  get state(): "saved" | "saving" | "waiting" {
    const unsent = this.unsent;
    if (unsent.length === 0) return "saved";
    const isStored = unsent.every(({ kept }) => kept !== "storing");
    return this.#isStuck && isStored ? "waiting" : "saving";
  }

  /** Why the service does not accept the oldest write for now; null when there is no such reason. */
  get hindrance(): RetryDelay | null {
    return this.unsent.length > 0 ? this.#wait.hindrance : null;
  }

  get #isStuck(): boolean {
    const next = this.#items.find(({ phase }) => phase === "queued");
    return this.#wait.hasFailed || this.#isSignedOut || (!!next && this.elsewhere.holdsBack(next));
  }

  /** The writes that the service has not answered, in the order in which they are sent. */
  get unsent(): readonly PendingWrite[] {
    return this.#items.filter(({ phase }) => phase !== "answered");
  }

  submit<T>(
    write: Write<T>,
    baseSeq: number | undefined,
    name: string | null = null,
  ): Promise<WriteAnswer<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<WriteAnswer<T>>();
    // The caller may ignore the promise and leave the outcome to the notice.
    promise.catch(() => undefined);
    // A write's own methods get only what its own `send` returned.
    this.#add({ write, name, baseSeq, promise, resolve, reject } as unknown as RetryInvariantFields);
    return promise;
  }

  #add({ write, name, baseSeq, promise, resolve, reject }: RetryInvariantFields): void {
    const fresh = { key: newId(), at: this.#options.clock.now(), sentAt: null, hasWaited: this.#isStuck };
    const of = { write, name, baseSeq, promise, resolve, reject };
    const state = { kept: this.#keptAtFirst(write), phase: "queued", echoSeq: 0 } as const;
    const pending = toPendingWrite({ ...fresh, ...of, ...state });
    this.#items = [...this.#items, pending];
    this.deeds.tell({ kind: "submitted", pending });
    this.#options.onChange();
    void this.#run();
  }

  #keptAtFirst({ recipe }: Write<unknown>): PendingWrite["kept"] {
    return this.isWrittenDown && recipe ? "storing" : "no";
  }

  /** Records whether the write could be stored. */
  setKept(pending: PendingWrite, kept: PendingWrite["kept"]): void {
    pending.kept = kept;
    if (this.state === "waiting") this.#options.onChange();
  }

  /** Sends nothing before `until` has ended: older writes have to go first. */
  async holdUntil(until: Promise<void>): Promise<void> {
    this.#holds += 1;
    await until.catch(() => undefined);
    this.#holds -= 1;
    void this.#run();
  }

  /** Inserts the writes that an earlier page has left, by the time of their making, behind those already sent. */
  restore(left: readonly NewPendingWrite[]): void {
    const known = new Set(this.#items.map(({ key }) => key));
    const restored = left.filter(({ key }) => !known.has(key)).map(toPendingWrite);
    this.elsewhere.drop(restored);
    this.#items = insertEarlierWrites(this.#items, restored);
    this.deeds.tell({ kind: "restored", items: restored });
    this.#options.onChange();
    void this.#run();
  }

  /** Sends what can be sent now; call it when the writes of other pages, {@link elsewhere}, have changed. */
  reconsider(): void {
    this.#options.onChange();
    void this.#run();
  }

  /** Returns the writes that depend on this one, and would be taken back with it. */
  restingOn(pending: PendingWrite): readonly PendingWrite[] {
    return dependents(pending, this.#items).filter(({ phase }) => phase === "queued");
  }

  /** Removes a waiting write and all that depend on it. If it had arrived all the same, its event shows it again. */
  takeBack(pending: PendingWrite): readonly PendingWrite[] {
    if (pending.phase !== "queued" || !this.#items.includes(pending)) return [];
    const gone = this.#takeOut(pending);
    const message = "It was taken back before it was sent.";
    for (const item of gone) item.reject(new ConnectionError(new Error(message)));
    return gone;
  }

  /**
   * Removes the write that belongs to `promise`, if it was never sent and no later write depends on it. The returned
   * function adds it again, and the promise stays open for that; null: the write may have arrived.
   */
  unsend(promise: Promise<unknown>): (() => void) | null {
    const pending = this.unsent.find((item) => item.promise === promise);
    // A write without a recipe is about something that has arrived already, such as an uploaded file.
    if (!pending?.write.recipe || pending.sentAt !== null || hasDependents(pending, this.unsent)) return null;
    const gone = this.#takeOut(pending);
    return () => {
      for (const item of gone) this.#add(item);
    };
  }

  #takeOut(pending: PendingWrite): readonly PendingWrite[] {
    const gone = [pending, ...this.restingOn(pending)];
    this.#items = this.#items.filter((item) => !gone.includes(item));
    this.deeds.tell({ kind: "gone", items: gone });
    this.#options.onChange();
    void this.#run();
    return gone;
  }

  /** Applies an event to the writes; call it after the confirmed trip has applied the event. */
  observe(event: TripEvent): void {
    for (const pending of this.#items) {
      advanceBase(pending, event, this.#options.userId);
      confirmByEvent(pending, event);
    }
    this.elsewhere.observe(event);
    this.prune();
  }

  /** Removes the answered writes that the confirmed trip contains. */
  prune(): void {
    const confirmed = this.#options.confirmedSeq();
    const isDone = ({ phase, echoSeq }: PendingWrite) => phase === "answered" && echoSeq <= confirmed;
    const done = this.#items.filter(isDone);
    this.elsewhere.prune(confirmed);
    this.#items = this.#items.filter((item) => !isDone(item));
    if (done.length > 0) this.deeds.tell({ kind: "gone", items: done });
    void this.#run();
  }

  /** Tries again now, because something indicates that the connection is back. */
  wake(): void {
    this.#wait.cutShort();
  }

  /** Stops sending when this user's session has ended; unsent writes stay in the queue. */
  hold(): void {
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    this.#options.onChange();
  }

  /** Sends again when the same user is signed in again. */
  resume(): void {
    const wasHeld = this.#isSignedOut;
    this.#isSignedOut = false;
    if (wasHeld) this.#options.onChange();
    this.wake();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#wait.isRunning || this.#isSignedOut || this.#holds > 0) return;
    this.#isRunning = true;
    const next = () => nextToSend(this.#items, this.elsewhere);
    for (let write = next(); write && (await this.#attempt(write)); write = next())
      if (this.#isSignedOut || this.#holds > 0) break;
    this.#isRunning = false;
  }

  /** Resolves with false when no answer came and the queue has to wait. */
  async #attempt(pending: PendingWrite): Promise<boolean> {
    const { clock, line } = this.#options;
    if (isTooLateToRepeat(pending, clock.now())) {
      this.#refuse(pending, unknownOutcomeError());
      return true;
    }
    pending.phase = "sending";
    this.#options.onChange();
    try {
      await this.beforeSend?.(pending);
      await line.requireMe();
      // The author has taken the write back while the queue waited to send it.
      if (!this.#items.includes(pending)) return true;
      pending.sentAt ??= clock.now();
      this.deeds.tell({ kind: "sending", pending });
      const called = await line.ask((options) => {
        const { write, key: idempotencyKey, baseSeq } = pending;
        return write.send({ ...options, idempotencyKey, baseSeq, force: write.edit?.force ?? false });
      });
      this.#wait.reset();
      this.#answered(pending, called.data, called.seq);
      return true;
    } catch (error) {
      return this.#failed(pending, error);
    }
  }

  #answered(pending: PendingWrite, data: unknown, seq: number | null): void {
    pending.phase = "answered";
    pending.changes = pending.write.confirm?.(data) ?? null;
    pending.echoSeq = seq ?? 0;
    this.deeds.tell({ kind: "answered", pending });
    this.prune();
    this.#options.onChange();
    const notice = pending.write.noticeOf?.(data);
    if (notice) this.#options.onNotice(notice);
    pending.resolve({ data, seq });
  }

  #failed(pending: PendingWrite, error: unknown): boolean {
    if (error instanceof ApiError && isFinalError(pending, error)) {
      this.#wait.reset();
      this.#refuse(pending, error);
      return true;
    }
    pending.phase = "queued";
    for (const item of this.unsent) item.hasWaited = true;
    this.#wait.begin(error);
    // The next attempt may be much later, when another user may be signed in.
    this.#options.line.doubt();
    if (error instanceof ApiError && error.status === 401) this.#isSignedOut = true;
    this.#options.onChange();
    return false;
  }

  /** Writes that depend on a refused one, such as on a row never created, are removed too, with one notice. */
  #refuse(pending: PendingWrite, error: ApiError): void {
    const resting = dependents(pending, this.#items).filter(({ phase }) => phase === "queued");
    const gone = [pending, ...resting];
    this.#items = this.#items.filter((item) => !gone.includes(item));
    for (const item of gone) item.reject(error);
    this.deeds.tell({ kind: "refused", pending, items: gone, error });
    this.#options.onRefused(pending, error);
    this.#options.onChange();
  }
}
