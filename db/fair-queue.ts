/** Who requests a slot when there are more requests than slots. */
export interface SlotRequester {
  /** The queue serves keys in turns; null: the service's own work. */
  readonly key: string | null;
  /** The object that holds several slots at once and must not wait for itself. */
  readonly holder: object | null;
}

interface Waiting extends SlotRequester {
  enter: () => void;
}

/**
 * Hands out slots in turns, key by key, and gives one key only a part of the slots: a user with many requests waits
 * behind their own requests and does not delay everybody else.
 */
export class FairQueue {
  readonly #places: number;
  readonly #share: number;
  readonly #held = new Map<string, number>();
  readonly #holders = new Map<object, number>();
  /** The waiting requests by key, in the order in which the keys have their next turn. */
  readonly #waiting = new Map<string | null, Set<Waiting>>();
  #taken = 0;
  #waitingCount = 0;

  constructor({ places, share }: { places: number; share: number }) {
    this.#places = places;
    this.#share = share;
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  /**
   * Calls `then` when a slot is taken, at once if one is free. Returns a function that cancels the request while it
   * waits.
   */
  take(claimant: SlotRequester, then: () => void): (() => boolean) | null {
    if (this.#taken < this.#places && this.#maySit(claimant)) {
      this.#sit(claimant);
      then();
      return null;
    }
    const waiting: Waiting = { ...claimant, enter: then };
    const { key } = claimant;
    const behind = this.#waiting.get(key) ?? new Set();
    behind.add(waiting);
    this.#waiting.set(key, behind);
    this.#waitingCount += 1;
    return () => this.#leave(waiting);
  }

  giveBack({ key, holder }: SlotRequester): void {
    this.#taken -= 1;
    if (key !== null) decrease(this.#held, key);
    if (holder !== null) decrease(this.#holders, holder);
    this.#callNext();
  }

  #maySit({ key, holder }: SlotRequester): boolean {
    if (key === null || (holder !== null && this.#holders.has(holder))) return true;
    return (this.#held.get(key) ?? 0) < this.#share;
  }

  #sit({ key, holder }: SlotRequester): void {
    this.#taken += 1;
    if (key !== null) this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    if (holder !== null) this.#holders.set(holder, (this.#holders.get(holder) ?? 0) + 1);
  }

  #leave(waiting: Waiting): boolean {
    const behind = this.#waiting.get(waiting.key);
    if (!behind?.delete(waiting)) return false;
    this.#waitingCount -= 1;
    if (behind.size === 0) this.#waiting.delete(waiting.key);
    return true;
  }

  #callNext(): void {
    while (this.#taken < this.#places) {
      const next = this.#next();
      if (!next) return;
      this.#leave(next);
      // The key that gets a slot moves behind all other waiting keys, which have their turns first.
      const rest = this.#waiting.get(next.key);
      if (rest && this.#waiting.delete(next.key)) this.#waiting.set(next.key, rest);
      this.#sit(next);
      next.enter();
    }
  }

  #next(): Waiting | undefined {
    for (const behind of this.#waiting.values()) {
      for (const waiting of behind) if (this.#maySit(waiting)) return waiting;
    }
    return undefined;
  }
}

function decrease<K>(counts: Map<K, number>, key: K): void {
  const left = (counts.get(key) ?? 0) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
