import { type Db, pipelined } from "#db/client.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import {
  insertEvents,
  insertEventsAndKey,
  insertIdempotencyKey,
  type LockedTrip,
  lockTrip,
} from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { Role } from "#lib/shared/roles.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { refusalOfStranger, requireRole } from "./access.ts";
import type { Ctx } from "./context.ts";
import { toRoom } from "./events/wire.ts";
import { keyOf, replayIfAnswered, settleKeyRace } from "./idempotency.ts";
import { schedulePublish } from "./realtime/publisher.ts";

export interface NewEvent {
  op: EventOp;
  entityId: string;
  after: object;
  before?: Record<string, unknown> | null;
  visibleTo?: string[] | null;
}

/** One trip, locked, while verbs change it. */
export interface TripWrite {
  readonly tx: Db;
  readonly trip: TripFields;
  /** The caller's membership; null for people who are just joining and for the service's own work. */
  readonly member: { id: string; role: Role } | null;
  readonly at: Date;
  readonly events: readonly StoredEvent[];
  /** Of the last event, those of this write included. */
  seq(): number;
  /** Logs one changed row: it gets the next seq, and reaches the room after the commit. */
  record(event: NewEvent): void;
}

/** A membership inside {@link TripWrite}, for verbs that only members can call. */
export function memberOf(write: TripWrite): { id: string; role: Role } {
  if (!write.member) throw notFound("trip");
  return write.member;
}

export interface WriteSteps<R, T> {
  /** Reads under the lock. They are sent together with it, so they must not depend on its outcome. */
  read?: (tx: Db) => Promise<R>;
  work: (write: TripWrite, read: R) => Promise<T>;
  /** Archived and deleted trips refuse writes unless the verb says otherwise. */
  allow?: readonly ("archived" | "deleted")[];
}

/**
 * One write on a trip: authorise and lock, read, work, log, commit; then publish. The result is the answer's body and
 * is stored under the caller's Idempotency-Key in the same transaction.
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
    // Sent in this order, judged in another: an answer that was given stands, and who may not write learns nothing.
    const locking = lockOpen(ctx, tx, tripId, need, steps.allow ?? []);
    const reading = read(tx);
    const [, locked, found] = await pipelined([replayIfAnswered(ctx, tx), locking, reading]);
    const write = openWrite(ctx, tx, locked, { id: locked.memberId, role: locked.role });
    return [write, await steps.work(write, found)];
  });
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
  requireOpen(locked, need, allow);
  return locked;
}

async function joinWrite<T, R>(
  open: TripWrite,
  tripId: string,
  need: Role,
  steps: Required<Pick<WriteSteps<R, T>, "read" | "work">>,
): Promise<T> {
  if (open.trip.id !== tripId) throw notFound("trip");
  requireRole(memberOf(open).role, need);
  return steps.work(open, await steps.read(open.tx));
}

function requireOpen({ trip, role }: LockedTrip, need: Role, allow: readonly string[]): void {
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
    const [write, result] = await ctx.db.transaction(work, (tx, [done, body]) =>
      flush(ctx, tx, tripId, done, body),
    );
    ctx.reply.tripSeq = write.seq();
    if (write.events.length > 0) schedulePublish(tripId, write.events.map(toRoom));
    return result;
  } catch (error) {
    await settleKeyRace(ctx, error);
    throw error;
  }
}

export function openWrite(
  ctx: Ctx,
  tx: Db,
  locked: Pick<LockedTrip, "trip" | "seq">,
  member: TripWrite["member"],
): TripWrite {
  const at = ctx.now();
  const groupId = ctx.newId();
  const events: StoredEvent[] = [];
  const seq = () => locked.seq + events.length;
  function record({ op, entityId, after, before = null, visibleTo = null }: NewEvent): void {
    const frame = { seq: seq() + 1, groupId, actorId: ctx.viewer.userId, via: ctx.via, at };
    events.push({ ...frame, op, entityId, before, after: { ...after }, visibleTo });
  }
  return { tx, trip: locked.trip, member, at, events, seq, record };
}

/** The write's last statement: it travels with the commit. */
async function flush(ctx: Ctx, tx: Db, tripId: string, write: TripWrite, body: unknown): Promise<void> {
  const key = keyOf(ctx, { tripSeq: write.seq(), body, at: write.at });
  const first = write.events[0];
  if (!first) {
    if (key) await insertIdempotencyKey(tx, key);
    return;
  }
  const rows = write.events.map(({ seq, op, entityId, before, after, visibleTo }) => ({
    seq,
    op,
    entityId,
    before,
    after,
    visibleTo,
  }));
  const { groupId, actorId, via, at } = first;
  const events = { tripId, seq: write.seq(), groupId, actorId, via, at, events: JSON.stringify(rows) };
  if (key) await insertEventsAndKey(tx, { ...events, ...key });
  else await insertEvents(tx, events);
}
