import { assertNever } from "#lib/shared/errors.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { TripEvent, VisibleEvent } from "#lib/shared/events.ts";
import { applyEvent, type MergeContext } from "#lib/shared/merge.ts";
import type { TripDto } from "#lib/shared/trips.ts";

type ChangeOf<E> = E extends VisibleEvent ? Pick<E, "op" | "entity"> : never;

/** The state of a row after an unconfirmed write, in the form of the event that the write will become. */
export type Change = ChangeOf<VisibleEvent>;

/** Returns the change that an event made to its row; an empty list for an event that this user may not see. */
export function changesOfEvent(event: TripEvent): Change[] {
  return event.op === "redacted" ? [] : [event];
}

/** Applies changes to a confirmed trip by the same rules as events. The trip's seq stays the same. */
export function applyChanges(trip: TripDto, changes: readonly Change[], context: MergeContext): TripDto {
  if (changes.length === 0) return trip;
  const frame = { groupId: "", entityId: "", actorId: context.userId, via: "user" as const };
  const at = context.now.toISOString();
  const shown = changes.reduce(
    (merged, change) => applyEvent(merged, { ...frame, ...change, at, seq: merged.seq + 1 }, context),
    trip,
  );
  return { ...shown, seq: trip.seq };
}

type CommentChange = Extract<Change, { op: `comment.${string}` }>;

export function isCommentChange(change: Change): change is CommentChange {
  return change.op.startsWith("comment.");
}

/** Applies a change to the thread of one target, oldest first. Changes of other threads leave it as it is. */
export function applyToThread(thread: CommentDto[], targetId: string, change: CommentChange): CommentDto[] {
  if (change.entity.target.id !== targetId) return thread;
  switch (change.op) {
    case "comment.created":
    case "comment.updated":
    case "comment.resolved":
    case "comment.restored":
      return putComment(thread, change.entity);
    case "comment.deleted":
      return thread.filter(({ id }) => id !== change.entity.id);
    default:
      return assertNever(change);
  }
}

/** A comment that was read after the event was made may be newer than the event: the higher version stays. */
function putComment(thread: CommentDto[], comment: CommentDto): CommentDto[] {
  const index = thread.findIndex(({ id }) => id === comment.id);
  const known = thread[index];
  if (known && known.version > comment.version) return thread;
  const next = known ? thread.with(index, comment) : [...thread, comment];
  return next.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
