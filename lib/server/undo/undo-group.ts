import { selectActiveRunOfGroup } from "#db/queries/agent.ts";
import { selectGroupOf, type StoredEvent } from "#db/queries/events.ts";
import { selectItem } from "#db/queries/items.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { UndoResult } from "#lib/shared/undo.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "../events/wire.ts";
import { requireWriteMember, type TripWrite, writeTrip } from "../writes/write.ts";
import { type AnyInverse, inverseOf } from "./inverses.ts";
import { requireGoodMoney } from "./money-back.ts";
import { type ExpenseUndo, undoExpenses } from "./expense-inverses.ts";
import type { UndoRight } from "./row-inverses.ts";
import { type StopUndo, undoStops } from "./stop-inverses.ts";
import { requireUndoCapacity } from "./capacity.ts";
import { isStillSeen } from "./still-seen.ts";
import { blockingSeqs, keptRows, planUndo, type UndoPlan } from "./undo-plan.ts";
import { isMerge } from "./undo-units.ts";
import { requireRole } from "../access/access.ts";

/**
 * Undoes the events of the group of `seq` that the caller may see, newest first, as a new group; undoing the new group
 * redoes them. Rows that were changed since stay as they are and are listed in `kept`.
 * @throws AppError UNDO_CONFLICT when nothing can be undone, with the later events in `details.seqs`; LIMIT_REACHED
 */
export function undoGroup(ctx: Ctx, tripId: string, seq: number): Promise<UndoResult> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => selectGroupOf(tx, { tripId, seq }),
    work: async (write, group) => {
      const { userId } = ctx.viewer;
      const seen = await seenOf(write, group, userId);
      if (!seen.some((event) => event.seq === seq)) throw notFound("event");
      if (isMerge(group)) return undoMerge(write, group, userId);
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
      return finished(write, userId, kept);
    },
  });
}

/**
 * Returns the events of the group that the caller can see. Private changes of another member in the same write stay,
 * because for the caller they do not exist.
 */
async function seenOf(
  write: TripWrite,
  group: readonly StoredEvent[],
  userId: string,
): Promise<StoredEvent[]> {
  const told = group.filter(({ visibleTo }) => visibleTo === null || visibleTo.includes(userId));
  const seen: StoredEvent[] = [];
  for (const event of told) if (await isStillSeen(write, event)) seen.push(event);
  return seen;
}

/**
 * Undoes a merge of two members with everything that moved, also what the caller cannot see: half of it would leave
 * money with the wrong person. So only an editor may do it, like the merge itself.
 */
async function undoMerge(
  write: TripWrite,
  group: readonly StoredEvent[],
  userId: string,
): Promise<UndoResult> {
  requireRole(requireWriteMember(write).role, "editor");
  const deeds = group.filter(isOfMerge);
  const inverses = deeds.toReversed().map((event) => ({ event, inverse: inverseOf(event) }));
  const { kept } = await planUndo(write, deeds);
  if (kept.length > 0) throw undoConflict(blockingSeqs(kept));
  await takeBack(write, inverses);
  return finished(write, userId, kept);
}

/**
 * Whether an event belongs to the undo of a merge. Excluded are events that only say who can see a private expense,
 * since the expense's own event has the change, and events by which the member joined or got another role by the link
 * that merged the rows.
 */
function isOfMerge({ op, after }: StoredEvent): boolean {
  if (op.startsWith("member.")) return after["userId"] === null;
  return op !== "expense.shared" && op !== "expense.withdrawn";
}

async function finished(write: TripWrite, userId: string, kept: UndoPlan["kept"]): Promise<UndoResult> {
  await requireGoodMoney(write);
  await requireUndoCapacity(write, userId);
  return { events: write.events.map((row) => toWireFor(row, userId)), kept: keptRows(kept, userId) };
}

/** Refuses the undo of an agent run that still writes, because all its writes are one group. */
async function requireComplete({ tx, trip }: TripWrite, [first]: StoredEvent[]): Promise<void> {
  if (first?.via !== "agent") return;
  const [growing] = await selectActiveRunOfGroup(tx, { tripId: trip.id, groupId: first.groupId });
  if (growing) throw new AppError("AGENT_BUSY", "The agent is still at work on this. Stop it first.");
}

/**
 * Undoes the events one after another; consecutive events of stops are undone together, and so are events of expenses.
 */
async function takeBack(
  write: TripWrite,
  inverses: { event: StoredEvent; inverse: AnyInverse }[],
): Promise<void> {
  const stops: StopUndo[] = [];
  const expenses: ExpenseUndo[] = [];
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

/**
 * Checks that the caller may undo an event. Editors undo changes of the plan; votes, comments and suggestions only
 * their author, whatever the role.
 */
async function requireMayUndo(
  ctx: Ctx,
  write: TripWrite,
  event: StoredEvent,
  need: UndoRight,
): Promise<void> {
  const isOwn = event.actorId === ctx.viewer.userId;
  if (need === "item" && isOwn && (isTick(event) || (await isStillPrivate(write, event)))) return;
  if (need !== "author") return requireRole(requireWriteMember(write).role, "editor");
  if (isOwn) return;
  throw new AppError("FORBIDDEN", "This can only be undone by the person it is from.");
}

/** Whether the row is still private. If everybody can see it by now, an editor may undo the event. */
async function isStillPrivate({ tx, trip }: TripWrite, event: StoredEvent): Promise<boolean> {
  if (event.visibleTo === null) return false;
  const [row] = await selectItem(tx, { tripId: trip.id, itemId: event.entityId });
  return row !== undefined && row.item.ownerId !== null;
}

/** Whether the event only ticked an item or removed its tick. */
function isTick({ before }: StoredEvent): boolean {
  return before !== null && Object.keys(before).every((field) => field === "doneAt");
}

export function undoConflict(seqs: number[]): AppError {
  return new AppError("UNDO_CONFLICT", "Something later builds on this change. Undo that first.", {
    details: { seqs },
  });
}
