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
import { blockingSeqs, keptRows, planUndo, type UndoPlan } from "./undo-plan.ts";
import { isMerge } from "./undo-units.ts";
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

/** What somebody did for themselves in the same write stays: for the caller it is not there. */
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
 * Two rows of one person are told apart again with all that moved, also where the caller does not see it: half of it
 * would leave money with somebody whose it never was. So it is an editor's, like the merge.
 */
async function undoMerge(
  write: TripWrite,
  group: readonly StoredEvent[],
  userId: string,
): Promise<UndoResult> {
  requireRole(memberOf(write).role, "editor");
  const deeds = group.filter(isOfMerge);
  const inverses = deeds.toReversed().map((event) => ({ event, inverse: inverseOf(event) }));
  const { kept } = await planUndo(write, deeds);
  if (kept.length > 0) throw undoConflict(blockingSeqs(kept));
  await takeBack(write, inverses);
  return finished(write, userId, kept);
}

/**
 * Not: events that only tell who came to see a private expense or no longer does, since its own says what changed; and that
 * the member came in, or got another role, by the link that merged them.
 */
function isOfMerge({ op, after }: StoredEvent): boolean {
  if (op.startsWith("member.")) return after["userId"] === null;
  return op !== "expense.shared" && op !== "expense.withdrawn";
}

async function finished(write: TripWrite, userId: string, kept: UndoPlan["kept"]): Promise<UndoResult> {
  await requireGoodMoney(write);
  await requireRoomBack(write, userId);
  return { events: write.events.map((row) => toWireFor(row, userId)), kept: keptRows(kept, userId) };
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
