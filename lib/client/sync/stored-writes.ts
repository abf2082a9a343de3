import type { Clock } from "#lib/shared/clock.ts";
import { newId } from "../base/ids.ts";
import {
  isReadable,
  STORED_WRITE_VERSION,
  type StoredWrite,
  readStoredWrite,
  type UnreadableWrite,
} from "./stored-write.ts";
import { StoredRecords } from "./stored-records.ts";
import type { TripRequests } from "./trip-requests.ts";
import { LogCatchUp } from "./log-catch-up.ts";
import type { NewPendingWrite, PendingWrite, QueueChange } from "./pending-write.ts";
import { isAuthorDecisionNeeded } from "./refusals.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TabWatch } from "./tab-watch.ts";
import type { TripStore } from "./trip-store.ts";
import { allowSimilarPayment } from "../writes/settlement-writes.ts";
import { remakeWrite } from "../writes/write-kinds.ts";
import { isDependentOn } from "./writes-elsewhere.ts";
import type { NewStoredWrite, WriteStore } from "./write-store.ts";

/** The interval at which a page reads unsent writes of other pages, which may not notify it of all of them. */
const LOOK_AGAIN_MS = 5_000;

export interface StoredWritesOptions {
  line: TripRequests;
  clock: Clock;
  store: WriteStore;
  tabs: TabWatch;
}

/** A write that was refused, with the writes that depended on it, in order. */
export interface RefusedWrite {
  entry: NewStoredWrite;
  resting: readonly NewStoredWrite[];
}

/**
 * Stores the unsent writes of one trip on this device, from the moment they are made until the trip contains them, and
 * sends those that an earlier page has left. Each write is sent by one page at a time: by the page that made it, and
 * after that page is closed by one of the others. A write that was refused when its author may no longer have looked
 * stays stored until the author decides.
 */
export class StoredWrites {
  readonly changes = new Subscribers<[]>();
  readonly #trip: TripStore;
  readonly #options: StoredWritesOptions;
  readonly #records: StoredRecords;
  readonly #catchUp: LogCatchUp;
  readonly #tab = newId();
  readonly #watched = new Map<string, () => void>();
  #unreadable: readonly UnreadableWrite[] = [];
  #elsewhere: readonly StoredWrite[] = [];
  #cancelLook: (() => void) | null = null;
  #ends: (() => void)[] = [];
  #isClosed = false;

  constructor(trip: TripStore, options: StoredWritesOptions) {
    this.#trip = trip;
    this.#options = options;
    const { store, tabs } = options;
    this.#records = new StoredRecords(store, () => {
      tabs.announce();
      this.changes.tell();
    });
    this.#catchUp = new LogCatchUp(trip, options.line);
  }

  /** Resolves once all writes that no open page sends are in the queue. */
  async open(): Promise<void> {
    const { tabs } = this.#options;
    const { queue } = this.#trip;
    const release = await tabs.hold(this.#tab);
    if (this.#isClosed) return release();
    this.#ends.push(release);
    // The unsent writes were made while the lock was being acquired, so they are not stored yet.
    for (const pending of queue.unsent) this.#submitted(pending);
    this.#ends.push(queue.deeds.add((deed) => this.#take(deed)));
    queue.beforeSend = (pending) => this.#catchUp.before(pending);
    this.#ends.push(tabs.listen(() => void this.look()));
    this.#ends.push(this.#trip.changes.add(() => this.#tellWaiting()));
    await this.look();
  }

  /** Ends the storing when nothing is unsent. If {@link open} is still running, it takes over no further writes. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#ends.splice(0), ...this.#watched.values()]) end();
    this.#watched.clear();
    this.#cancelLook?.();
    this.#trip.queue.beforeSend = null;
    this.#trip.queue.elsewhere.set([]);
  }

  /** The refused writes, oldest first. */
  get refused(): readonly RefusedWrite[] {
    const all = this.#records.refused;
    return all
      .filter(({ refusal }) => refusal?.with === null || !all.some(({ key }) => key === refusal?.with))
      .map((entry) => ({ entry, resting: all.filter(({ refusal }) => refusal?.with === entry.key) }));
  }

  /** The writes that other pages of this browser have not sent yet, oldest first. */
  get elsewhere(): readonly StoredWrite[] {
    return this.#elsewhere;
  }

  /** The stored writes that this version can't send. */
  get unreadable(): readonly UnreadableWrite[] {
    return this.#unreadable;
  }

  /**
   * Sends a refused write again, with the writes that depended on it. `force` overwrites what others have changed
   * since, and adds a payment even if others have recorded a similar one.
   */
  again({ entry, resting }: RefusedWrite, { force }: { force: boolean }): void {
    for (const { recipe } of [entry, ...resting]) {
      const write = remakeWrite(this.#trip.id, force ? allowSimilarPayment(recipe) : recipe);
      if (!write) continue;
      const { edit } = write;
      const again = edit ? { ...write, edit: { ...edit, force, baseSeq: undefined } } : write;
      void this.#trip.submit(again).catch(() => undefined);
    }
    this.discard({ entry, resting });
  }

  discard({ entry, resting }: RefusedWrite): void {
    for (const { key } of [entry, ...resting]) this.#records.remove(key);
  }

  async discardUnreadable({ order }: UnreadableWrite): Promise<void> {
    await this.#options.store.remove([order]);
    await this.look();
    this.#options.tabs.announce();
  }

  /** Reads what other pages have stored, left or decided. Never rejects. */
  async look(): Promise<void> {
    const { store } = this.#options;
    const { id: tripId, userId } = this.#trip;
    const before = this.#records.stored;
    const found = await store.list(userId, tripId).catch(() => null);
    if (!found) return;
    const entries = found.map(readStoredWrite);
    const kept = entries.filter(isReadable);
    this.#giveUp(before.filter((key) => !kept.some((entry) => entry.key === key)));
    this.#records.learn(kept);
    const isAlien = (entry: StoredWrite) => remakeWrite(tripId, entry.recipe) === null;
    this.#unreadable = [
      ...entries.filter((entry): entry is UnreadableWrite => !isReadable(entry)),
      ...kept.filter(isAlien).map(({ order, at, recipe }) => unreadable(order, at, recipe)),
    ];
    this.#draw(
      kept.filter(({ tab, key, refusal }) => tab !== this.#tab && !this.#records.has(key) && !refusal),
    );
    const tabs = new Set(kept.filter(({ refusal }) => !refusal).map(({ tab }) => tab));
    await Promise.all([...tabs].map((tab) => this.#watch(tab)));
    this.#lookAgain();
    this.changes.tell();
  }

  /**
   * Shows the writes of other pages until the trip contains them; writes that they have sent no longer count as unsent.
   */
  #draw(others: readonly StoredWrite[]): void {
    if (this.#isClosed) return;
    const { id, queue, seq } = this.#trip;
    this.#elsewhere = others.filter(({ echoSeq }) => echoSeq === null);
    const missing = others.filter(({ echoSeq }) => echoSeq === null || echoSeq > seq);
    if (missing.length === 0 && queue.elsewhere.isEmpty) return;
    const gone = queue.elsewhere.set(missing.flatMap((entry) => pendingOf(id, entry) ?? []));
    // The sent write's event may not have arrived here yet: only the event log shows whether the writes that depend on
    // it conflict with those of others.
    this.#catchUp.expect(queue.unsent.filter((own) => gone.some((earlier) => isDependentOn(own, earlier))));
    queue.reconsider();
  }

  #lookAgain(): void {
    this.#cancelLook?.();
    const isDue = this.#elsewhere.length > 0 && !this.#isClosed;
    this.#cancelLook = isDue ? this.#options.clock.after(LOOK_AGAIN_MS, () => void this.look()) : null;
  }

  /**
   * Waiting writes count as unsent for the other pages too; the other pages need not know of writes that are sent at
   * once.
   */
  #tellWaiting(): void {
    const { queue } = this.#trip;
    if (queue.state === "waiting") this.#records.tell(queue.unsent.map(({ key }) => key));
  }

  /** Removes the writes that the author has discarded in another page, as when signing out. */
  #giveUp(keys: readonly string[]): void {
    const { queue } = this.#trip;
    for (const pending of queue.unsent) if (keys.includes(pending.key)) queue.takeBack(pending);
  }

  async #watch(tab: string): Promise<void> {
    if (tab === this.#tab || this.#watched.has(tab)) return;
    this.#watched.set(tab, () => undefined);
    const adopt = () => this.#adopt(tab);
    const stop = await this.#options.tabs.whenGone(tab, adopt).catch(() => null);
    if (stop && this.#watched.has(tab)) this.#watched.set(tab, stop);
    else this.#watched.delete(tab);
  }

  /** Takes over the writes that a closed page has left. */
  async #adopt(tab: string): Promise<void> {
    const { store, tabs } = this.#options;
    const { id: tripId, userId } = this.#trip;
    if (this.#isClosed) return;
    const found = await store.hand({ userId, tripId }, tab, this.#tab);
    // If this page was closed during the takeover, the other pages look again for the writes that it has left.
    if (this.#isClosed) return tabs.announce();
    this.#watched.delete(tab);
    this.#elsewhere = this.#elsewhere.filter((entry) => entry.tab !== tab);
    const left: NewPendingWrite[] = [];
    for (const entry of found.map(readStoredWrite).filter(isReadable)) {
      const pending = entry.refusal ? null : pendingOf(tripId, entry);
      const isThere = entry.echoSeq !== null && entry.echoSeq <= this.#trip.seq;
      this.#records.know(entry);
      if (isThere) this.#records.remove(entry.key);
      else if (pending) left.push(pending);
    }
    this.#trip.queue.restore(left);
    if (found.length > 0) tabs.announce();
  }

  #take(deed: QueueChange): void {
    switch (deed.kind) {
      case "submitted":
        return this.#submitted(deed.pending);
      case "restored":
        return this.#catchUp.expect(deed.items);
      case "sending":
      case "answered":
        return this.#records.change(deed.pending.key, stateOf(deed.pending));
      case "gone":
        for (const { key } of deed.items) this.#records.remove(key);
        return undefined;
      case "refused":
        return this.#refused(deed);
      default:
        return deed satisfies never;
    }
  }

  #submitted(pending: PendingWrite): void {
    const { write, key, at, name } = pending;
    if (!write.recipe || this.#records.has(key)) return;
    const { id: tripId, userId } = this.#trip;
    const whose = { userId, tripId, tab: this.#tab };
    const made = { key, recipe: write.recipe, name, at, force: write.edit?.force ?? false };
    const entry: NewStoredWrite = {
      v: STORED_WRITE_VERSION,
      ...whose,
      ...made,
      ...stateOf(pending),
      refusal: null,
    };
    this.#records.add(entry, (isKept) => this.#trip.queue.setKept(pending, isKept ? "yes" : "no"));
  }

  #refused({ pending, items, error }: Extract<QueueChange, { kind: "refused" }>): void {
    const { status, body } = error;
    const at = this.#options.clock.now();
    // For a write that was refused while its author looked, the notice is enough, unless it leaves a decision.
    const isTold =
      !pending.hasWaited && !this.#trip.notices.isEmpty && !isAuthorDecisionNeeded(pending.write, body);
    for (const item of items) {
      if (isTold) this.#records.remove(item.key);
      const refusal = { status, body, at, with: item === pending ? null : pending.key };
      this.#records.change(item.key, { refusal });
    }
    this.changes.tell();
  }
}

function stateOf({ baseSeq, sentAt, phase, echoSeq }: PendingWrite) {
  return { baseSeq: baseSeq ?? null, sentAt, echoSeq: phase === "answered" ? echoSeq : null };
}

function unreadable(order: number, at: number, recipe: StoredWrite["recipe"]): UnreadableWrite {
  return readStoredWrite({ order, at, recipe }) as UnreadableWrite;
}

/** Returns the write in the state in which its page left it; null when this version can't make it. */
function pendingOf(tripId: string, entry: StoredWrite): NewPendingWrite | null {
  const { key, at, name, baseSeq, sentAt, echoSeq, recipe, force } = entry;
  const made = remakeWrite(tripId, recipe);
  if (!made) return null;
  const write = made.edit ? { ...made, edit: { ...made.edit, force } } : made;
  const frame = { key, at, name, sentAt, hasWaited: true, kept: "yes" as const };
  const phase = echoSeq === null ? ("queued" as const) : ("answered" as const);
  const nobody = { promise: null, resolve: () => undefined, reject: () => undefined };
  return { write, ...frame, baseSeq: baseSeq ?? undefined, phase, echoSeq: echoSeq ?? 0, ...nobody };
}
