import type { StoredEvent } from "#db/queries/events.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { RoomEvent } from "#lib/shared/protocol.ts";

/** Returns the event in its wire format, for a user who may see it. */
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
  // The cast is safe because only `record` writes events, with entities of the types from which the union is made.
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

/**
 * Returns the event as one user may see it. If the user may not see its content, the seq remains, so that the sequence
 * has no gap.
 */
export function toWireFor(row: StoredEvent, userId: string): TripEvent {
  if (row.visibleTo === null || row.visibleTo.includes(userId)) return toWire(row);
  return { seq: row.seq, op: "redacted", at: row.at.toISOString() };
}

export function toRoom(row: StoredEvent): RoomEvent {
  return { event: toWire(row), visibleTo: row.visibleTo };
}
