import type { TripEvent } from "#lib/shared/events.ts";
import { backoffDelay, type Clock } from "#lib/shared/clock.ts";
import { ApiError } from "./api.ts";
import type { Change } from "./changes.ts";
import { newId } from "./ids.ts";
import type { Line } from "./line.ts";
import type { Echo } from "./notices.ts";
import type { Write, WriteAction } from "./write.ts";

const RETRY = { firstMs: 400, maxMs: 15_000 };
/** A write that breaks the service each time must not hold up those behind it for ever. */
const MAX_INTERNAL_ERRORS = 5;
const CREATES: ReadonlySet<WriteAction> = new Set([
  "addStop",
  "addComment",
  "addReservation",
  "addExpense",
  "addSettlement",
  "addItems",
  "addMember",
  "addSuggestion",
]);

export interface Pending {
  readonly write: Write<unknown>;
  readonly key: string;
  /** The seq up to which no one else changed the fields of this edit. */
  baseSeq: number | undefined;
  phase: "queued" | "sending" | "answered";
  /** Its event is in the confirmed trip already, the answer is still on its way. */
  isSettled: boolean;
  /** What it changes was deleted by someone else, and the user was told. */
  isOrphaned: boolean;
  internalErrors: number;
  /** From the answer on: what it wrote, until the confirmed trip has reached `echoSeq`. null: as predicted. */
  changes: Change[] | null;
  echoSeq: number;
  resolve(echo: Echo<unknown>): void;
  reject(error: unknown): void;
}

export interface QueueOptions {
  clock: Clock;
  line: Line;
  userId: string;
  /** The seq of the confirmed trip. */
  confirmedSeq(): number;
  onChange(): void;
  onRefused(pending: Pending, error: ApiError): void;
}

/**
 * The writes of one trip, sent one after the other in the order they were made: a later one may refer to what an
 * earlier one creates. Whatever got no answer is sent again under its own key, so nothing is lost or done twice.
 */
export class WriteQueue {
  #items: readonly Pending[] = [];
  readonly #options: QueueOptions;
  #isRunning = false;
  #attempts = 0;
  #cancelWait: (() => void) | null = null;
  #isSignedOut = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get items(): readonly Pending[] {
    return this.#items;
  }

  /** This person's session ended; nothing more is sent before {@link resume}. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** Unanswered writes: `waiting` when the last attempt got no answer, or none may be made. */
  get state(): "saved" | "saving" | "waiting" {
    if (this.#items.every(({ phase }) => phase === "answered")) return "saved";
    return this.#attempts > 0 || this.#isSignedOut ? "waiting" : "saving";
  }

  submit<T>(write: Write<T>, baseSeq: number | undefined): Promise<Echo<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Echo<T>>();
    // The caller may look at the outcome or leave it to the notice.
    promise.catch(() => undefined);
    const frame = {
      key: newId(),
      phase: "queued" as const,
      isSettled: false,
      isOrphaned: false,
      internalErrors: 0,
    };
    // Each write's own methods get only what its own `send` returned.
    const pending = {
      write,
      ...frame,
      baseSeq,
      changes: null,
      echoSeq: 0,
      resolve,
      reject,
    } as unknown as Pending;
    this.#items = [...this.#items, pending];
    this.#options.onChange();
    void this.#run();
    return promise;
  }

  /** After the confirmed trip took an event in. */
  observe(event: TripEvent): void {
    for (const pending of this.#items) {
      advanceBase(pending, event, this.#options.userId);
      if (event.op === pending.write.settledBy && event.entityId === pending.write.label.entityId)
        pending.isSettled = true;
    }
    this.prune();
  }

  /** Takes out the answered writes that the confirmed trip contains. */
  prune(): void {
    const confirmed = this.#options.confirmedSeq();
    this.#items = this.#items.filter(({ phase, echoSeq }) => phase !== "answered" || echoSeq > confirmed);
    void this.#run();
  }

  /** Tries again now, because something says that the connection is back. */
  wake(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
    void this.#run();
  }

  /** This person's session has ended: what is unsent stays here. */
  hold(): void {
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    this.#options.onChange();
  }

  /** The same person is signed in again. */
  resume(): void {
    const wasHeld = this.#isSignedOut;
    this.#isSignedOut = false;
    if (wasHeld) this.#options.onChange();
    this.wake();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#cancelWait || this.#isSignedOut) return;
    this.#isRunning = true;
    let next = this.#next();
    while (next && (await this.#attempt(next)) && !this.#isSignedOut) next = this.#next();
    this.#isRunning = false;
  }

  /** The oldest unanswered write. An edit first waits for the events of this client's earlier writes to the same row. */
  #next(): Pending | undefined {
    const index = this.#items.findIndex(({ phase }) => phase === "queued");
    const next = this.#items[index];
    if (!next?.write.edit) return next;
    const { entityId } = next.write.label;
    const isBlocked = this.#items.slice(0, index).some(({ write }) => write.label.entityId === entityId);
    return isBlocked ? undefined : next;
  }

  /** False when it got no answer and the queue has to wait. */
  async #attempt(pending: Pending): Promise<boolean> {
    pending.phase = "sending";
    this.#options.onChange();
    try {
      const called = await this.#options.line.askAsMe((options) => {
        const { write, key: idempotencyKey, baseSeq } = pending;
        return write.send({ ...options, idempotencyKey, baseSeq, force: write.edit?.force ?? false });
      });
      this.#attempts = 0;
      this.#answered(pending, called.data, called.seq);
      return true;
    } catch (error) {
      return this.#failed(pending, error);
    }
  }

  #answered(pending: Pending, data: unknown, seq: number | null): void {
    pending.phase = "answered";
    pending.changes = pending.write.confirm?.(data) ?? null;
    pending.echoSeq = seq ?? 0;
    this.prune();
    this.#options.onChange();
    pending.resolve({ data, seq });
  }

  #failed(pending: Pending, error: unknown): boolean {
    if (error instanceof ApiError && isFinal(pending, error)) {
      this.#attempts = 0;
      this.#refuse(pending, error);
      return true;
    }
    pending.phase = "queued";
    const delay = backoffDelay(this.#attempts++, RETRY, this.#options.clock);
    this.#cancelWait = this.#options.clock.after(delay, () => this.wake());
    // Its repeat may be a long time from now.
    this.#options.line.doubt();
    if (error instanceof ApiError && error.status === 401) this.#isSignedOut = true;
    this.#options.onChange();
    return false;
  }

  /** What was never created can't be changed either: later writes to it go with it, and are told by the same notice. */
  #refuse(pending: Pending, error: ApiError): void {
    const { action, entityId } = pending.write.label;
    const isCreate = CREATES.has(action);
    const gone = this.#items.filter(
      (item) =>
        item === pending || (isCreate && item.phase === "queued" && item.write.label.entityId === entityId),
    );
    this.#items = this.#items.filter((item) => !gone.includes(item));
    for (const item of gone) item.reject(error);
    this.#options.onRefused(pending, error);
    this.#options.onChange();
  }
}

/** A person never conflicts with themselves, and an event that leaves the edit's fields alone is no conflict. */
export function advanceBase(
  pending: Pick<Pending, "write" | "baseSeq">,
  event: TripEvent,
  userId: string,
): void {
  const { edit, basis, label } = pending.write;
  const fields = (edit ?? basis)?.fields;
  if (!fields || pending.baseSeq !== event.seq - 1) return;
  const isAbout = (id: string) => (edit || !basis ? id === label.entityId : basis.entityIds.includes(id));
  const isForeign =
    event.op !== "redacted" &&
    isAbout(event.entityId) &&
    !(event.actorId === userId && event.via === "user") &&
    fields.some((field) => Object.hasOwn(event.changes ?? {}, field));
  if (!isForeign) pending.baseSeq = event.seq;
}

function isFinal(pending: Pending, { status }: ApiError): boolean {
  if (status === 500) return ++pending.internalErrors >= MAX_INTERNAL_ERRORS;
  return (
    status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 425 && status !== 429
  );
}
