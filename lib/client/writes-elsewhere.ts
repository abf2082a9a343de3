import type { TripEvent } from "#lib/shared/events.ts";
import { asMade, inQueue, type NewPending, type Pending } from "./pending.ts";
import { dependents, waitsFor } from "./write-rules.ts";

/**
 * Unsent writes of one trip that other pages of this browser send. They are drawn here too, in the order in which all
 * were made, and what was made here over one of them goes out after it.
 */
export class WritesElsewhere {
  #items: readonly Pending[] = [];

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Returns those that are not among them any more. */
  set(items: readonly NewPending[]): readonly Pending[] {
    const known = new Map(this.#items.map((item) => [item.key, item]));
    const keys = new Set(items.map(({ key }) => key));
    const gone = this.#items.filter(({ key }) => !keys.has(key));
    this.#items = items.map((item) => ({
      ...inQueue(item),
      isSettled: known.get(item.key)?.isSettled ?? false,
    }));
    return gone;
  }

  /** After the confirmed trip took an event in. */
  observe(event: TripEvent): void {
    for (const item of this.#items) settleBy(item, event);
  }

  /** Takes out the answered ones that the confirmed trip contains. */
  prune(confirmed: number): void {
    this.#items = this.#items.filter(({ phase, echoSeq }) => phase !== "answered" || echoSeq > confirmed);
  }

  /** Takes out those that this page sends from now on. */
  drop(taken: readonly Pending[]): void {
    const keys = new Set(taken.map(({ key }) => key));
    this.#items = this.#items.filter(({ key }) => !keys.has(key));
  }

  /** Whether one that was made earlier has to reach the trip before this one. */
  holdsBack(pending: Pending): boolean {
    return this.#items.some((item) => isBefore(item, pending) && isUnder(pending, item));
  }

  /** With the writes of this page, in the order in which all were made. */
  mergedWith(own: readonly Pending[]): readonly Pending[] {
    return this.isEmpty ? own : asMade(this.#items, own);
  }
}

/** Notes that the confirmed trip has its event, where one event says so. */
export function settleBy(pending: Pending, { op, ...event }: TripEvent): void {
  const { settledBy, label } = pending.write;
  if (op === settledBy && "entityId" in event && event.entityId === label.entityId) pending.isSettled = true;
}

/** Whether the later of two writes rests on the earlier one. */
export function isUnder(later: Pending, earlier: Pending): boolean {
  return waitsFor(later.write, earlier.write) || dependents(earlier, [earlier, later]).length > 0;
}

/** The same for every page, so that no two wait for each other. */
function isBefore(one: Pending, other: Pending): boolean {
  return one.at === other.at ? one.key < other.key : one.at < other.at;
}
