import type { ApiError } from "../base/api.ts";
import type { Change } from "../writes/changes.ts";
import type { WriteAnswer } from "../writes/notices.ts";
import type { Write } from "../writes/write.ts";

/** A write that the confirmed trip does not contain yet. */
export interface PendingWrite {
  readonly write: Write<unknown>;
  readonly key: string;
  /** When the write was made, in milliseconds since the epoch. */
  readonly at: number;
  /** The name of the row that the write changes, as its author saw it. */
  readonly name: string | null;
  /** Whether the write is stored on the device, so that it survives the page. */
  kept: "storing" | "yes" | "no";
  /** When the write was first sent, so that it may have arrived; null before that. */
  sentAt: number | null;
  /** The write came from an earlier page, or waited for a connection: its author may be doing something else by now. */
  hasWaited: boolean;
  /** The seq up to which no one else changed the fields of this edit. */
  baseSeq: number | undefined;
  phase: "queued" | "sending" | "answered";
  /** The write's event is in the confirmed trip already, while its answer is still missing. */
  isSettled: boolean;
  /** The row that the write changes was deleted by somebody else, and the user has been notified. */
  isOrphaned: boolean;
  internalErrors: number;
  /**
   * From the answer on, what the service wrote, until the confirmed trip has reached `echoSeq`; null for the predicted
   * changes.
   */
  changes: Change[] | null;
  echoSeq: number;
  /** The promise that the author's code awaits; null when that page is closed. */
  readonly promise: Promise<unknown> | null;
  resolve(echo: WriteAnswer<unknown>): void;
  reject(error: unknown): void;
}

/** What has happened to writes of the queue, for the code that stores them on the device. */
export type QueueChange =
  | { kind: "submitted" | "sending" | "answered"; pending: PendingWrite }
  /** Stored writes of an earlier page were added to the queue; this page has sent none of them. */
  | { kind: "restored"; items: readonly PendingWrite[] }
  /** The writes are no longer unsent: the confirmed trip contains them, or they were taken back. */
  | { kind: "gone"; items: readonly PendingWrite[] }
  /** `items` are the refused write, and the writes that depended on it. */
  | { kind: "refused"; pending: PendingWrite; items: readonly PendingWrite[]; error: ApiError };

/** The parts of a write that stay the same when it is sent as a new attempt. */
export type RetryInvariantFields = Pick<
  PendingWrite,
  "write" | "name" | "baseSeq" | "promise" | "resolve" | "reject"
>;
export type NewPendingWrite = Omit<PendingWrite, "isSettled" | "isOrphaned" | "internalErrors" | "changes">;

export function toPendingWrite(pending: NewPendingWrite): PendingWrite {
  return { ...pending, isSettled: false, isOrphaned: false, internalErrors: 0, changes: null };
}

/**
 * Merges two lists by the time at which the writes were made. Each list keeps its own order, because its later writes
 * may depend on earlier ones.
 */
export function mergeByTime(left: readonly PendingWrite[], here: readonly PendingWrite[]): PendingWrite[] {
  const all = [...here];
  let from = 0;
  for (const each of left) {
    while ((all[from]?.at ?? Infinity) < each.at) from += 1;
    all.splice(from, 0, each);
    from += 1;
  }
  return all;
}

/** Returns the queue with the writes of an earlier page inserted, behind the writes that were sent already. */
export function insertEarlierWrites(
  items: readonly PendingWrite[],
  left: readonly PendingWrite[],
): PendingWrite[] {
  const waiting = items.findIndex(({ phase }) => phase === "queued");
  const at = waiting < 0 ? items.length : waiting;
  return [...items.slice(0, at), ...mergeByTime(left, items.slice(at))];
}
