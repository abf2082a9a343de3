import type { Database, Db } from "#db/client.ts";
import type { Viewer } from "./access/session.ts";
import type { TripWrite } from "./writes/write.ts";

/** What the request's headers say about retries of a write and about conflicts. */
export interface WriteOptions {
  /**
   * The `Idempotency-Key`, the hash of its request, and the HTTP status of the answer. `holds` says what the answer
   * contains: a whole trip, the events of the write, something else that only members may see, or data of the caller
   * alone.
   */
  idempotency: {
    key: string;
    requestHash: string;
    status: number;
    holds: "trip" | "events" | "members" | "own";
  } | null;
  /** `X-Base-Seq`: the seq at which the caller read the fields it changes. */
  baseSeq: number | null;
  /**
   * Groups of events that are no conflict: the groups that the same suggestion wrote, and the groups that an undo
   * reversed.
   */
  ownGroups?: ReadonlySet<string>;
  /** `X-Force`: the write overwrites what others changed after `baseSeq`. */
  force: boolean;
}

/** What an endpoint's function sends beside its result: status, headers and the next page. */
export interface Reply {
  /** Overrides the endpoint's own success status, e.g. 200 for a repeated create. */
  status: number | null;
  tripSeq: number | null;
  /** The cursor at which the next page of a list begins; null: there is none. */
  nextCursor: string | null;
  /** Names a service that did not answer, so that the answer is correct but incomplete. */
  lacks?: "place-search";
}

/**
 * The context of a function that only reads. Its statements are sent together with the query that checks the session.
 */
export interface ReadCtx {
  db: Db;
  /** The session's token, by which the statements find their user. */
  token: string;
  now(): Date;
  reply: Reply;
}

export interface AgentRunRef {
  id: string;
  groupId: string;
}

/** The context of one request. Each function that implements an endpoint takes it as its first argument. */
export interface Ctx {
  db: Database;
  viewer: Viewer;
  requestId: string;
  headers: Headers;
  /** Aborts when the caller closes the connection. Use it for work that only the caller needs. */
  signal: AbortSignal;
  now(): Date;
  newId(): string;
  write: WriteOptions;
  reply: Reply;
  via: "user" | "agent" | "system";
  /**
   * Checks that the session is unchanged since this process last saw it; the check is sent with a write's first
   * statements. It is absent when the session was checked before.
   * @throws SessionChanged
   */
  confirm?: ((db: Db) => Promise<void>) | undefined;
  /** Called when a statement has checked the session itself before it wrote, so that `confirm` need not check again. */
  noteConfirmed?: (() => void) | undefined;
  /** The agent run that writes. All its writes form one group, and they are refused once the run has ended. */
  run?: AgentRunRef | undefined;
  /** An open write that other functions join instead of opening their own, so that several changes become one group. */
  open: TripWrite | null;
}
