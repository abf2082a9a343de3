import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { PresenceState } from "#lib/shared/protocol.ts";
import type { NewStop, StopDto, StopMove, StopPatch, VoteDto } from "#lib/shared/stops.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import {
  addCommentWrite,
  deleteCommentWrite,
  editCommentWrite,
  resolveCommentWrite,
  restoreCommentWrite,
} from "./comment-writes.ts";
import { newId } from "./ids.ts";
import type { Echo } from "./notices.ts";
import { undoWrite, updateDayWrite, updateTripWrite } from "./plan-writes.ts";
import {
  addStopWrite,
  deleteStopWrite,
  moveStopWrite,
  restoreStopWrite,
  updateStopWrite,
  voteWrite,
} from "./stop-writes.ts";
import type { TripStore } from "./trip-store.ts";
import type { EditOptions } from "./write.ts";

/**
 * Every write shows in the view at once. The promise resolves with the service's echo, and rejects with ApiError when it was
 * refused (a notice tells the user; ignoring the promise is fine). While the connection is away it stays pending.
 */
export interface TripActions {
  /** Pass `id: newId()` to refer to the stop before it is saved. */
  addStop(input: NewStop): Promise<Echo<StopDto>>;
  updateStop(stopId: string, patch: StopPatch, options?: EditOptions): Promise<Echo<StopDto>>;
  moveStop(stopId: string, to: StopMove): Promise<Echo<StopDto>>;
  deleteStop(stopId: string): Promise<Echo<undefined>>;
  restoreStop(stopId: string): Promise<Echo<StopDto>>;
  vote(stopId: string, value: -1 | 0 | 1): Promise<Echo<VoteDto>>;
  updateTrip(patch: TripPatch, options?: EditOptions): Promise<Echo<TripDto>>;
  updateDay(dayId: string, patch: DayPatch, options?: EditOptions): Promise<Echo<DayDto>>;
  /** Pass `newId()` to refer to the comment before it is saved. */
  addComment(target: CommentTarget, body: string, id?: string): Promise<Echo<CommentDto>>;
  editComment(
    comment: CommentDto,
    body: string,
    options?: Pick<EditOptions, "baseSeq">,
  ): Promise<Echo<CommentDto>>;
  resolveComment(comment: CommentDto, resolved: boolean): Promise<Echo<CommentDto>>;
  deleteComment(comment: Pick<CommentDto, "id" | "target">): Promise<Echo<undefined>>;
  restoreComment(commentId: string): Promise<Echo<CommentDto>>;
  /** Undoes the whole group of that event; not optimistic, because only the service knows what it will touch. */
  undo(seq: number): Promise<Echo<{ events: TripEvent[] }>>;
  /** Tells the others which stop is open; `{ stopId: null, field: null }` when none is. */
  setPresence(state: PresenceState): void;
  /** The seq of the confirmed state behind the view: note it when an edit begins. */
  baseSeq(): number;
}

/** The actions of one open trip. */
export function createTripActions(store: TripStore, show: (state: PresenceState) => void): TripActions {
  const tripId = store.id;
  return {
    addStop: (input) => store.submit(addStopWrite(tripId, { ...input, id: input.id ?? newId() })),
    updateStop: (stopId, patch, options = {}) =>
      store.submit(updateStopWrite(tripId, stopId, patch, options)),
    moveStop: (stopId, to) => store.submit(moveStopWrite(tripId, stopId, to)),
    deleteStop: (stopId) => store.submit(deleteStopWrite(tripId, stopId)),
    restoreStop: (stopId) => store.submit(restoreStopWrite(tripId, stopId)),
    vote: (stopId, value) => store.submit(voteWrite(tripId, stopId, value)),
    updateTrip: (patch, options = {}) => store.submit(updateTripWrite(tripId, patch, options)),
    updateDay: (dayId, patch, options = {}) => store.submit(updateDayWrite(tripId, dayId, patch, options)),
    addComment: (target, body, id = newId()) => store.submit(addCommentWrite(tripId, { id, target, body })),
    editComment: (comment, body, { baseSeq } = {}) =>
      store.submit(editCommentWrite(tripId, comment, body, baseSeq)),
    resolveComment: (comment, resolved) => store.submit(resolveCommentWrite(tripId, comment, resolved)),
    deleteComment: (comment) => store.submit(deleteCommentWrite(tripId, comment)),
    restoreComment: (commentId) => store.submit(restoreCommentWrite(tripId, commentId)),
    undo: (seq) => store.submit(undoWrite(tripId, seq)),
    setPresence: show,
    baseSeq: () => store.seq,
  };
}
