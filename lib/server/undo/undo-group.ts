import { selectGroupOf, type StoredEvent } from "#db/queries/events.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "../events/wire.ts";
import { memberOf, type TripWrite, writeTrip } from "../write.ts";
import { laterConflicts } from "./conflicts.ts";
import { inverseOf } from "./inverses.ts";
import { requireRole } from "../access.ts";

/**
 * Undoes all events of the write that `seq` belongs to, newest first, as a new group; undoing that one redoes.
 * @throws AppError UNDO_CONFLICT whose `details.seqs` names the later events that touched the same fields.
 */
export function undoGroup(ctx: Ctx, tripId: string, seq: number): Promise<{ events: TripEvent[] }> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => selectGroupOf(tx, { tripId, seq }),
    work: async (write, group) => {
      if (group.length === 0) throw notFound("event");
      const inverses = group.toReversed().map((event) => ({ event, inverse: inverseOf(event) }));
      for (const { event, inverse } of inverses) requireMayUndo(ctx, write, event, inverse.need);
      const seqs = await laterConflicts(write, group);
      if (seqs.length > 0) throw undoConflict(seqs);
      for (const { event, inverse } of inverses) await inverse.apply(write, event);
      return { events: write.events.map((row) => toWireFor(row, ctx.viewer.userId)) };
    },
  });
}

/** Editors undo what is in the plan; votes and comments only their author, whatever the role. */
function requireMayUndo(ctx: Ctx, write: TripWrite, event: StoredEvent, need: "editor" | "author"): void {
  if (need !== "author") return requireRole(memberOf(write).role, need);
  if (event.actorId === ctx.viewer.userId) return;
  throw new AppError("FORBIDDEN", "Votes and comments can only be undone by the person they are from.");
}

export function undoConflict(seqs: number[]): AppError {
  return new AppError("UNDO_CONFLICT", "Something later builds on this change. Undo that first.", {
    details: { seqs },
  });
}
