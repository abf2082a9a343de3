import type { Database, Db } from "#db/client.ts";
import type { Viewer } from "./session.ts";
import type { TripWrite } from "./write.ts";

/** How a write may be repeated and merged; from the request's headers. */
export interface WriteOptions {
  /**
   * `Idempotency-Key`, with the hash of the request it stands for and the status its answer will have. `holds`: a whole
   * trip, the write's events, something else for members' eyes, or what is the caller's own.
   */
  idempotency: {
    key: string;
    requestHash: string;
    status: number;
    holds: "trip" | "events" | "members" | "own";
  } | null;
  /** `X-Base-Seq`: the seq at which the caller read the fields it changes. */
  baseSeq: number | null;
  /** Groups of events that are no change of others: what the same suggestion did and an undo took back. */
  ownGroups?: ReadonlySet<string>;
  /** `X-Force`: overwrite what others changed since then. */
  force: boolean;
}

/** What a verb wants said beside its result. */
export interface Reply {
  /** Overrides the endpoint's own success status, e.g. 200 for a repeated create. */
  status: number | null;
  tripSeq: number | null;
  /** Where the next page of a list begins. */
  nextCursor: string | null;
  /** What should have been asked for the answer and said nothing: the answer is right, but not all of it. */
  lacks?: "place-search";
}

/** What a verb depends on that only reads, and is sent together with the question whose session it is. */
export interface ReadCtx {
  db: Db;
  /** Of the session; statements find their user by it. */
  token: string;
  now(): Date;
  reply: Reply;
}

export interface AgentRunRef {
  id: string;
  groupId: string;
}

/** Everything a verb may depend on. Verbs take it first. */
export interface Ctx {
  db: Database;
  viewer: Viewer;
  requestId: string;
  headers: Headers;
  /** Fires when the caller hangs up: for work that nobody but them wants. */
  signal: AbortSignal;
  now(): Date;
  newId(): string;
  write: WriteOptions;
  reply: Reply;
  via: "user" | "agent" | "system";
  /**
   * Whether the caller's session still is what it was taken to be; asked with a write's first statements. Absent: it was
   * asked for before. @throws SessionChanged
   */
  confirm?: ((db: Db) => Promise<void>) | undefined;
  /** That it is, where a statement looked for itself before it wrote. */
  noteConfirmed?: (() => void) | undefined;
  /** The agent's run that writes: all its writes are one group, and end with it. */
  run?: AgentRunRef | undefined;
  /** An open write that verbs join instead of opening their own, so that several become one group. */
  open: TripWrite | null;
}
