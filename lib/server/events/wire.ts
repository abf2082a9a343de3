import type { StoredEvent } from "#db/queries/events.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { RoomEvent } from "#lib/shared/protocol.ts";

/** The event as the wire has it, for someone who may read it. */
export function toWire(row: StoredEvent): TripEvent {
  const { seq, groupId, op, entityId, actorId, via, after, before } = row;
  const event = {
    seq,
    groupId,
    op,
    entityId,
    entity: after,
    changes: changesOf(before, after),
    actorId,
    via,
    at: row.at.toISOString(),
  };
  // `record` is the only writer of rows, and takes the entity from the projections that the union is made of.
  return event as unknown as TripEvent;
}

function changesOf(
  before: StoredEvent["before"],
  after: StoredEvent["after"],
): Record<string, [unknown, unknown]> | undefined {
  if (!before || !("version" in after || "updatedAt" in after)) return undefined;
  return Object.fromEntries(
    Object.entries(before).map(([field, old]) => [field, [old, after[field] ?? null]]),
  );
}

/** The event as one reader may see it: the seq stays, so that the order has no hole. */
export function toWireFor(row: StoredEvent, userId: string): TripEvent {
  if (row.visibleTo === null || row.visibleTo.includes(userId)) return toWire(row);
  return { seq: row.seq, op: "redacted", at: row.at.toISOString() };
}

export function toRoom(row: StoredEvent): RoomEvent {
  return { event: toWire(row), visibleTo: row.visibleTo };
}
