import type { ApiError } from "./api.ts";
import type { Change } from "./changes.ts";
import type { Echo } from "./notices.ts";
import type { Write } from "./write.ts";

/** A write that the confirmed trip does not have yet. */
export interface Pending {
  readonly write: Write<unknown>;
  readonly key: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number;
  /** What the thing was called that it is about, as its author saw it. */
  readonly name: string | null;
  /** Whether it outlives the page. */
  kept: "storing" | "yes" | "no";
  /** When it first went out, so that it may have arrived; null: never. */
  sentAt: number | null;
  /** It came from an earlier page, or waited for a connection: its author may be doing something else by now. */
  hasWaited: boolean;
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
  /** What its author was given; null: they are gone with their page. */
  readonly promise: Promise<unknown> | null;
  resolve(echo: Echo<unknown>): void;
  reject(error: unknown): void;
}

/** What has happened to writes, for whoever writes them down. */
export type QueueDeed =
  | { kind: "submitted" | "sending" | "answered"; pending: Pending }
  /** Taken in from an earlier page; none of them has gone out from this one. */
  | { kind: "restored"; items: readonly Pending[] }
  /** Not unsent any more: the confirmed trip has it, or it was taken back. */
  | { kind: "gone"; items: readonly Pending[] }
  /** `items`: it, and what went with it. */
  | { kind: "refused"; pending: Pending; items: readonly Pending[]; error: ApiError };

/** What stays the same when it is made again. */
export type Given = Pick<Pending, "write" | "name" | "baseSeq" | "promise" | "resolve" | "reject">;
export type NewPending = Omit<Pending, "isSettled" | "isOrphaned" | "internalErrors" | "changes">;

export function inQueue(pending: NewPending): Pending {
  return { ...pending, isSettled: false, isOrphaned: false, internalErrors: 0, changes: null };
}

/** Both in the order in which they were made; each keeps its own, on which its later writes may rest. */
export function asMade(left: readonly Pending[], here: readonly Pending[]): Pending[] {
  const all = [...here];
  let from = 0;
  for (const each of left) {
    while ((all[from]?.at ?? Infinity) < each.at) from += 1;
    all.splice(from, 0, each);
    from += 1;
  }
  return all;
}

/** With what an earlier page has left, behind what has gone out. */
export function withLeft(items: readonly Pending[], left: readonly Pending[]): Pending[] {
  const waiting = items.findIndex(({ phase }) => phase === "queued");
  const at = waiting < 0 ? items.length : waiting;
  return [...items.slice(0, at), ...asMade(left, items.slice(at))];
}
