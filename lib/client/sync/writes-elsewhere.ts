import type { TripEvent } from "#lib/shared/events.ts";
import { mergeByTime, toPendingWrite, type NewPendingWrite, type PendingWrite } from "./pending-write.ts";
import { dependents, mustWaitFor } from "./write-rules.ts";

/**
 * Unsent writes of one trip that other pages of this browser send. They show in this page too, in the order in which
 * all were made, and a write of this page that depends on one of them is sent after it.
 */
export class WritesOfOtherPages {
  #items: readonly PendingWrite[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Replaces the writes; returns those that are no longer among them. */
  set(items: readonly NewPendingWrite[]): readonly PendingWrite[] {
    const known = new Map(this.#items.map((item) => [item.key, item]));
    const keys = new Set(items.map(({ key }) => key));
    const gone = this.#items.filter(({ key }) => !keys.has(key));
    this.#items = items.map((item) => ({
      ...toPendingWrite(item),
      isSettled: known.get(item.key)?.isSettled ?? false,
    }));
    return gone;
  }

  /** Marks the write that an event confirms as settled; call it after the confirmed trip has applied the event. */
  observe(event: TripEvent): void {
    for (const item of this.#items) confirmByEvent(item, event);
  }

  /** Removes the answered writes that the confirmed trip contains. */
  prune(confirmed: number): void {
    this.#items = this.#items.filter(({ phase, echoSeq }) => phase !== "answered" || echoSeq > confirmed);
  }

  /** Removes the writes that this page sends from now on. */
  drop(taken: readonly PendingWrite[]): void {
    const keys = new Set(taken.map(({ key }) => key));
    this.#items = this.#items.filter(({ key }) => !keys.has(key));
  }

  /** Whether an earlier write of another page has to reach the trip before this one. */
  holdsBack(pending: PendingWrite): boolean {
    return this.#items.some((item) => isBefore(item, pending) && isDependentOn(pending, item));
  }

  /** Returns the writes of other pages merged with those of this page, in the order in which all were made. */
  mergedWith(own: readonly PendingWrite[]): readonly PendingWrite[] {
    return this.isEmpty ? own : mergeByTime(this.#items, own);
  }
}

/** Marks a write as settled when the event is the one that shows its effect in the confirmed trip. */
export function confirmByEvent(pending: PendingWrite, { op, ...event }: TripEvent): void {
  const { settledBy, label } = pending.write;
  if (op === settledBy && "entityId" in event && event.entityId === label.entityId) pending.isSettled = true;
}

/** Whether the later of two writes depends on the earlier one. */
export function isDependentOn(later: PendingWrite, earlier: PendingWrite): boolean {
  return mustWaitFor(later.write, earlier.write) || dependents(earlier, [earlier, later]).length > 0;
}

/**
 * Whether one write was made before the other. All pages order two writes alike, so that no two pages wait for each
 * other's writes.
 */
function isBefore(one: PendingWrite, other: PendingWrite): boolean {
  return one.at === other.at ? one.key < other.key : one.at < other.at;
}
