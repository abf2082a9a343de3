import { DatabaseError } from "pg";
import { runPipelined } from "#db/client.ts";
import { addStopAtEnd, tryLockTrip } from "#db/queries/new-stop.ts";
import type { ClientId } from "#db/queries/write.ts";
import { MAX_ORDER_KEY } from "#lib/shared/order.ts";
import type { NewStop, StopDto } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { toRoom } from "../events/wire.ts";
import { idempotencyKeyRow, replayAfterFailure } from "../writes/idempotency.ts";
import { zoneOnMap } from "../places/zone.ts";
import { schedulePublish } from "../realtime/publisher.ts";
import { newStop } from "./stop-row.ts";

interface Given {
  id: string;
  claim: ClientId | null;
  fields: Omit<NewStop, "id">;
}

/**
 * Adds a stop in one round trip, since one statement can itself check the right to write and find the next seq and
 * position. Returns null, and writes nothing, in any special case (no right, a retired day, another time zone, a full
 * trip): then the caller uses the write that reads first.
 */
export async function addAtEnd(ctx: Ctx, tripId: string, given: Given): Promise<StopDto | null> {
  if (ctx.open || ctx.run || ctx.via !== "user" || given.fields.participants) return null;
  const at = ctx.now();
  const mark = ctx.newId();
  const { id, fields } = given;
  const stop = newStop({ at }, { ...fields, id, formerDate: null, position: mark });
  const body = { ...stop, votes: [], commentCount: 0 };
  const added = await write(ctx, tripId, { ...given, stop, body, mark });
  if (!added) return null;
  const { seq, roomEpoch, position, groupId } = added;
  ctx.noteConfirmed?.();
  ctx.reply.tripSeq = seq;
  const frame = { seq, groupId, actorId: ctx.viewer.userId, via: ctx.via, at };
  const event = { ...frame, op: "stop.created", entityId: id, before: null, visibleTo: null } as const;
  await schedulePublish(tripId, { events: [toRoom({ ...event, after: { ...stop, position } })], roomEpoch });
  return { ...body, position };
}

interface Written extends Given {
  stop: ReturnType<typeof newStop>;
  body: StopDto;
  /** A text in the row that the statement replaces by the position; it occurs nowhere else. */
  mark: string;
}

async function write(ctx: Ctx, tripId: string, { id, claim, fields, stop, body, mark }: Written) {
  const { place, timezone, dayId } = fields;
  const { userId, sessionId } = ctx.viewer;
  const at = new Date(stop.createdAt);
  const groupId = ctx.newId();
  const { position: _, ...placeless } = stop;
  const { body: answer, ...key } = idempotencyKeyRow(ctx, { tripSeq: null, body, at });
  const [head = "", tail = ""] = answer.split(mark);
  const row = JSON.stringify(placeless);
  // The bytes of the row, including the position that it gets.
  const addedBytes = Buffer.byteLength(row) + MAX_ORDER_KEY;
  try {
    const [, [added]] = await ctx.db.transactionAtOnce(tripId, (tx) =>
      runPipelined([
        tryLockTrip(tx, { tripId, userId }),
        addStopAtEnd(tx, {
          ...key,
          tripId,
          sessionId,
          id,
          dayId,
          zone: place && timezone === undefined ? zoneOnMap(place) : null,
          stop: row,
          addedBytes,
          groupId,
          inputHash: claim?.inputHash ?? null,
          head,
          tail,
        }),
      ]),
    );
    return added && { ...added, groupId };
  } catch (error) {
    if (isLockedOut(error)) return null;
    await replayAfterFailure(ctx, error, tripId);
    throw error;
  }
}

/**
 * Whether another write holds the lock, so that this one was rolled back; then the caller uses the write that waits.
 */
function isLockedOut(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "55P03";
}
