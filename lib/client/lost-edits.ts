import type { Write, WriteAction } from "./write.ts";
import type { Pending } from "./write-queue.ts";

/** What still makes sense on a stop that was away; a deletion, for one, does not. */
const KEPT: ReadonlySet<WriteAction> = new Set(["updateStop", "moveStop", "vote"]);

export function isKept({ label }: Write<unknown>): boolean {
  return KEPT.has(label.action);
}

/** Changes to stops that were gone when they arrived, for the case that their author brings the stop back. */
export class LostEdits {
  readonly #byStop = new Map<string, Write<unknown>[]>();

  /** The same list, growing, for as long as the stop is away. */
  of(stopId: string): Write<unknown>[] {
    const found = this.#byStop.get(stopId) ?? [];
    this.#byStop.set(stopId, found);
    return found;
  }

  /** With the seq that it was made over: what others changed between that and the deletion still is a conflict. */
  keep({ write, baseSeq }: Pick<Pending, "write" | "baseSeq">): void {
    if (!isKept(write)) return;
    this.of(write.label.entityId).push(write.edit ? { ...write, edit: { ...write.edit, baseSeq } } : write);
  }

  /** The stop is back; whoever still holds its list may use it. */
  close(stopId: string): void {
    this.#byStop.delete(stopId);
  }
}
