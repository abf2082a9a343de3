import { selectGrowingGroup } from "#db/queries/agent.ts";
import { selectGroupOf, type StoredEvent } from "#db/queries/events.ts";
import { selectItem } from "#db/queries/items.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { UndoResult } from "#lib/shared/undo.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "../events/wire.ts";
import { memberOf, type TripWrite, writeTrip } from "../write.ts";
import { type AnyInverse, inverseOf } from "./inverses.ts";
import { requireGoodMoney } from "./money-back.ts";
import { type ExpenseDeed, undoExpenses } from "./on-expenses.ts";
import type { Need } from "./on-row.ts";
import { type StopDeed, undoStops } from "./on-stops.ts";
import { requireRoomBack } from "./room-back.ts";
import { isStillSeen } from "./still-seen.ts";
import { blockingSeqs, keptRows, planUndo } from "./undo-plan.ts";
import { requireRole } from "../access.ts";

/**
 * Undoes what the caller may read of the write that `seq` belongs to, newest first, as a new group; undoing that one redoes. Rows
 * that were changed since stay and are named (`kept`).
 * @throws AppError UNDO_CONFLICT where nothing is left to undo, with the later events in `details.seqs`; LIMIT_REACHED
 */
export function undoGroup(ctx: Ctx, tripId: string, seq: number): Promise<UndoResult> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => selectGroupOf(tx, { tripId, seq }),
    work: async (write, group) => {
      const { userId } = ctx.viewer;
      // What somebody did for themselves in the same write stays: for the caller it is not there.
      const told = group.filter(({ visibleTo }) => visibleTo === null || visibleTo.includes(userId));
      const seen: StoredEvent[] = [];
      for (const event of told) if (await isStillSeen(write, event)) seen.push(event);
      if (!seen.some((event) => event.seq === seq)) throw notFound("event");
      await requireComplete(write, seen);
      const inverses = seen.toReversed().map((event) => ({ event, inverse: inverseOf(event) }));
      for (const { event, inverse } of inverses) await requireMayUndo(ctx, write, event, inverse.need);
      const { undone, kept } = await planUndo(write, seen);
      if (undone.length === 0) throw undoConflict(blockingSeqs(kept));
      const wanted = new Set(undone);
      await takeBack(
        write,
        inverses.filter(({ event }) => wanted.has(event)),
      );
      await requireGoodMoney(write);
      await requireRoomBack(write, userId);
      return { events: write.events.map((row) => toWireFor(row, userId)), kept: keptRows(kept, userId) };
    },
  });
}

/** What a run of the agent writes is one step, which is not over while it writes. */
async function requireComplete({ tx, trip }: TripWrite, [first]: StoredEvent[]): Promise<void> {
  if (first?.via !== "agent") return;
  const [growing] = await selectGrowingGroup(tx, { tripId: trip.id, groupId: first.groupId });
  if (growing) throw new AppError("AGENT_BUSY", "The agent is still at work on this. Stop it first.");
}

/** One after another; stops that follow each other together, and expenses. */
async function takeBack(
  write: TripWrite,
  inverses: { event: StoredEvent; inverse: AnyInverse }[],
): Promise<void> {
  const stops: StopDeed[] = [];
  const expenses: ExpenseDeed[] = [];
  for (const { event, inverse } of inverses) {
    if (!("act" in inverse)) await undoStops(write, stops.splice(0));
    if (!("changeOf" in inverse)) await undoExpenses(write, expenses.splice(0));
    if ("act" in inverse) stops.push({ event, act: inverse.act });
    else if ("changeOf" in inverse) expenses.push({ event, changeOf: inverse.changeOf });
    else await inverse.apply(write, event);
  }
  await undoStops(write, stops);
  await undoExpenses(write, expenses);
}

/** Editors undo what is in the plan; votes, comments and what was suggested only their author, whatever the role. */
async function requireMayUndo(ctx: Ctx, write: TripWrite, event: StoredEvent, need: Need): Promise<void> {
  const isOwn = event.actorId === ctx.viewer.userId;
  if (need === "item" && isOwn && (isTick(event) || (await isStillPrivate(write, event)))) return;
  if (need !== "author") return requireRole(memberOf(write).role, "editor");
  if (isOwn) return;
  throw new AppError("FORBIDDEN", "This can only be undone by the person it is from.");
}

/** What was private when it was written may be everybody's by now, and then it is an editor's to change. */
async function isStillPrivate({ tx, trip }: TripWrite, event: StoredEvent): Promise<boolean> {
  if (event.visibleTo === null) return false;
  const [row] = await selectItem(tx, { tripId: trip.id, itemId: event.entityId });
  return row !== undefined && row.item.ownerId !== null;
}

/** Somebody said whether a thing is done, and nothing else. */
function isTick({ before }: StoredEvent): boolean {
  return before !== null && Object.keys(before).every((field) => field === "doneAt");
}

export function undoConflict(seqs: number[]): AppError {
  return new AppError("UNDO_CONFLICT", "Something later builds on this change. Undo that first.", {
    details: { seqs },
  });
}
