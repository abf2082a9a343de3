import { type Db, runPipelined } from "#db/client.ts";
import { lockAgentRun } from "#db/queries/agent.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import type { InboxRoom } from "#db/queries/inbox-rooms.ts";
import { type ClientId, type LockedTrip, lockTrip, logWrite } from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { Role } from "#lib/shared/roles.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { refusalOfStranger, requireRole } from "../access/access.ts";
import type { AgentRunRef, Ctx } from "../context.ts";
import { toRoom } from "../events/wire.ts";
import { runInTripQueue } from "../fairness/trip-queue.ts";
import { idempotencyKeyRow, replayAfterFailure } from "./idempotency.ts";
import { scheduleInboxUpdate } from "../realtime/inbox-updates.ts";
import { schedulePublish } from "../realtime/publisher.ts";
import { measureTrip, type TripSize } from "./trip-size.ts";

export interface NewEvent {
  op: EventOp;
  entityId: string;
  after: object;
  before?: Record<string, unknown> | null;
  visibleTo?: string[] | null;
}

/** A write: one locked trip and the events that the write has recorded so far. */
export interface TripWrite {
  readonly tx: Db;
  /** The trip with the changes of this write so far. */
  trip: TripFields;
  /** The caller's membership; null for people who are just joining and for the service's own work. */
  readonly member: { id: string; role: Role } | null;
  readonly at: Date;
  /** The epoch of the trip's room, which says whether the room needs the events; see trips.room_epoch. */
  readonly roomEpoch: number;
  /** An upper bound of the bytes of the trip's live rows before this write; null: nobody has counted yet. */
  readonly sizeBytes: number | null;
  readonly events: readonly StoredEvent[];
  /** Client-made ids that this write uses up. */
  readonly claims: readonly ClientId[];
  /** The users' rooms that must hear of a changed inbox after the commit. */
  readonly inboxes: InboxRoom[];
  /** Statements that were sent, but whose results nobody has awaited yet. */
  readonly sent: readonly Promise<unknown>[];
  /** The sequence number of the last event, including the events of this write. */
  seq(): number;
  /** Records the event of one changed row: the event gets the next seq and goes to the room after the commit. */
  record(event: NewEvent): void;
  /** Sends a statement whose result the write does not need. If the statement fails, the write fails. */
  send(statement: Promise<unknown>): void;
  /** Claims a client-made id with the write's last statement; null, for an id that the service made, does nothing. */
  claim(id: ClientId | null): void;
}

/** Returns the caller's membership, for functions that only members can call. */
export function requireWriteMember(write: TripWrite): { id: string; role: Role } {
  if (!write.member) throw notFound("trip");
  return write.member;
}

export interface WriteSteps<R, T> {
  /** Reads under the lock. They are sent together with it, so they must not depend on its outcome. */
  read?: (tx: Db) => Promise<R>;
  work: (write: TripWrite, read: R) => Promise<T>;
  /** States of a trip in which this write is allowed. Without it, archived and deleted trips refuse writes. */
  allow?: readonly ("archived" | "deleted")[];
}

/**
 * Runs one write on a trip: authorise and lock, read, work, log, commit; then publish. The result is the answer's body
 * and is stored under the caller's Idempotency-Key in the same transaction. When a client repeats the write, the work
 * runs again and is rolled back, so it must do nothing but write to the database.
 */
export async function writeTrip<T, R = undefined>(
  ctx: Ctx,
  tripId: string,
  need: Role,
  steps: WriteSteps<R, T>,
): Promise<T> {
  // Where there is no read, R is undefined.
  const readNothing = () => Promise.resolve(undefined as R);
  const read = steps.read ?? readNothing;
  if (ctx.open) return joinWrite(ctx.open, tripId, need, { ...steps, read });
  return commitWrite(ctx, tripId, async (tx) => {
    // These are sent together, and their errors are handled in this order: a caller who may not write learns nothing
    // about the read.
    const [, locked, found] = await runPipelined([
      confirmed(ctx, tx),
      lockOpen(ctx, tx, tripId, need, steps.allow ?? []),
      read(tx),
    ]);
    const write = openWrite(ctx, tx, locked, { id: locked.memberId, role: locked.role });
    return [write, await orItsCause(write, steps.work(write, found))];
  });
}

async function confirmed({ confirm }: Ctx, tx: Db): Promise<void> {
  await confirm?.(tx);
}

/**
 * Throws the first failure of a write. After a statement that nobody awaited has failed, each later statement only says
 * that the transaction has ended; but a repeated create is recognised by the key that it violates.
 */
async function orItsCause<T>(write: TripWrite, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await runPipelined(write.sent);
    throw error;
  }
}

async function lockOpen(
  ctx: Ctx,
  tx: Db,
  tripId: string,
  need: Role,
  allow: readonly string[],
): Promise<LockedTrip> {
  const [locked] = await lockTrip(tx, { tripId, userId: ctx.viewer.userId });
  if (!locked) throw await refusalOfStranger(ctx, tx, tripId);
  requireWritableTrip(locked, need, allow);
  if (ctx.run) await requireRunning(tx, tripId, ctx.run);
  return locked;
}

async function joinWrite<T, R>(
  open: TripWrite,
  tripId: string,
  need: Role,
  steps: Required<Pick<WriteSteps<R, T>, "read" | "work">>,
): Promise<T> {
  if (open.trip.id !== tripId) throw notFound("trip");
  requireRole(requireWriteMember(open).role, need);
  return steps.work(open, await steps.read(open.tx));
}

/** Refuses the writes of an agent run that was stopped, or that another process has taken over. */
async function requireRunning(tx: Db, tripId: string, { id }: AgentRunRef): Promise<void> {
  const [held] = await lockAgentRun(tx, { tripId, runId: id });
  if (!held) throw new AppError("NOT_OPEN", "This run has ended.");
}

/** @throws AppError NOT_FOUND, FORBIDDEN, ARCHIVED */
export function requireWritableTrip(
  { trip, role }: Pick<LockedTrip, "trip" | "role">,
  need: Role,
  allow: readonly string[],
): void {
  if (trip.deletedAt && !(role === "owner" && allow.includes("deleted"))) throw notFound("trip");
  requireRole(role, need);
  if (trip.archivedAt && !allow.includes("archived")) {
    throw new AppError("ARCHIVED", "This trip is archived. Its owner can open it for changes again.");
  }
}

/** The transaction of a write whose trip `work` locks or creates itself. */
export async function commitWrite<T>(
  ctx: Ctx,
  tripId: string,
  work: (tx: Db) => Promise<[TripWrite, T]>,
): Promise<T> {
  try {
    const [write, result] = await runInTripQueue(tripId, () =>
      ctx.db.transaction(
        async (tx) => {
          const [done, body] = await work(tx);
          return [done, body, await measureTrip(done)] as const;
        },
        (tx, [done, body, size]) => flush(ctx, tx, tripId, { write: done, size }, body),
      ),
    );
    ctx.reply.tripSeq = write.seq();
    const { events, roomEpoch } = write;
    const sent = events.length > 0 && schedulePublish(tripId, { events: events.map(toRoom), roomEpoch });
    for (const room of write.inboxes) scheduleInboxUpdate(room);
    await sent;
    return result;
  } catch (error) {
    await replayAfterFailure(ctx, error, tripId);
    throw error;
  }
}

export function openWrite(
  ctx: Ctx,
  tx: Db,
  locked: Pick<LockedTrip, "trip" | "seq" | "roomEpoch"> & Partial<Pick<LockedTrip, "sizeBytes">>,
  member: TripWrite["member"],
  actorId: string | null = ctx.viewer.userId,
): TripWrite {
  const at = ctx.now();
  const groupId = ctx.run?.groupId ?? ctx.newId();
  const events: StoredEvent[] = [];
  const seq = () => locked.seq + events.length;
  function record({ op, entityId, after, before = null, visibleTo = null }: NewEvent): void {
    const frame = { seq: seq() + 1, groupId, actorId, via: ctx.via, at };
    events.push({ ...frame, op, entityId, before, after: { ...after }, visibleTo });
  }
  const claims: ClientId[] = [];
  function claim(id: ClientId | null): void {
    if (id) claims.push(id);
  }
  const sent: Promise<unknown>[] = [];
  function send(statement: Promise<unknown>): void {
    sent.push(statement);
    // `flush` awaits the statement; until then its failure must not count as an unhandled rejection.
    statement.catch(() => undefined);
  }
  const { trip, roomEpoch, sizeBytes = null } = locked;
  return {
    tx,
    trip,
    member,
    at,
    roomEpoch,
    sizeBytes,
    events,
    claims,
    inboxes: [],
    sent,
    seq,
    record,
    send,
    claim,
  };
}

/**
 * Sends the write's last statement, in one round trip with the commit and with the statements that were sent before it
 * in the same turn of the event loop.
 */
function flush(
  ctx: Ctx,
  tx: Db,
  tripId: string,
  { write, size }: { write: TripWrite; size: TripSize },
  body: unknown,
): Promise<unknown> {
  const { at, claims, events } = write;
  const key = idempotencyKeyRow(ctx, { tripSeq: write.seq(), body, at });
  const first = events[0];
  if (!first && !key.key && claims.length === 0) return runPipelined(write.sent);
  const rows = events.map(({ seq, op, entityId, before, after, visibleTo }) => ({
    seq,
    op,
    entityId,
    before,
    after,
    visibleTo,
  }));
  const lists = { events: JSON.stringify(rows), claims: JSON.stringify(claims) };
  // Without an event there is no group, and the database stores nothing under this id.
  const { groupId, actorId, via } = first ?? { groupId: tripId, actorId: null, via: ctx.via };
  const runId = ctx.run?.id ?? null;
  const frame = {
    tripId,
    seq: write.seq(),
    groupId,
    actorId,
    via,
    runId,
    addedStops: countAddedStops(events),
    ...size,
  };
  const logging = logWrite(tx, { ...frame, ...lists, ...key });
  return runPipelined([...write.sent, logging]);
}

const STOPS_ADDED: Partial<Record<EventOp, number>> = {
  "stop.created": 1,
  "stop.restored": 1,
  "stop.deleted": -1,
};

/** How many more live stops there are after these events; negative when fewer. */
export function countAddedStops(events: readonly StoredEvent[]): number {
  return events.reduce((total, { op }) => total + (STOPS_ADDED[op] ?? 0), 0);
}
