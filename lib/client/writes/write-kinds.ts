import { deleteAttachmentWrite, restoreAttachmentWrite } from "./attachment-writes.ts";
import {
  addCommentWrite,
  deleteCommentWrite,
  editCommentWrite,
  resolveCommentWrite,
  restoreCommentWrite,
} from "./comment-writes.ts";
import { orderDayWrite } from "./day-order-write.ts";
import {
  addDecisionWrite,
  closeDecisionWrite,
  deleteDecisionWrite,
  reopenDecisionWrite,
  updateDecisionWrite,
} from "./decision-writes.ts";
import {
  addExpenseWrite,
  deleteExpenseWrite,
  restoreExpenseWrite,
  updateExpenseWrite,
} from "./expense-writes.ts";
import {
  addItemsWrite,
  deleteItemWrite,
  moveItemWrite,
  restoreItemWrite,
  updateItemWrite,
} from "./item-writes.ts";
import { LIST_BUILDERS } from "./list-writes.ts";
import {
  addPlaceholderWrite,
  removeMemberWrite,
  removePlaceholderWrite,
  renamePlaceholderWrite,
  restorePlaceholderWrite,
  updateMemberWrite,
} from "./member-writes.ts";
import { setBudgetWrite } from "./money-writes.ts";
import { undoWrite, updateDayWrite, updateTripWrite } from "./plan-writes.ts";
import {
  addReservationWrite,
  deleteReservationWrite,
  restoreReservationWrite,
  updateReservationWrite,
} from "./reservation-writes.ts";
import {
  addSettlementWrite,
  deleteSettlementWrite,
  restoreSettlementWrite,
  updateSettlementWrite,
} from "./settlement-writes.ts";
import {
  addStopsWrite,
  addStopWrite,
  deleteStopWrite,
  moveStopWrite,
  restoreStopWrite,
  updateStopWrite,
  voteWrite,
} from "./stop-writes.ts";
import {
  acceptSuggestionWrite,
  addSuggestionWrite,
  dismissSuggestionWrite,
  withdrawSuggestionWrite,
} from "./suggestion-writes.ts";
import type { WriteRecipe, PredictionContext, Write } from "./write.ts";

/**
 * All writes that can be made again from their arguments. Their names are stored on users' devices: after a kind is
 * renamed, or takes other arguments, writes that an earlier version stored can't be sent.
 */
const BUILDERS = {
  addStop: addStopWrite,
  addStops: addStopsWrite,
  updateStop: updateStopWrite,
  moveStop: moveStopWrite,
  deleteStop: deleteStopWrite,
  restoreStop: restoreStopWrite,
  vote: voteWrite,
  addReservation: addReservationWrite,
  updateReservation: updateReservationWrite,
  deleteReservation: deleteReservationWrite,
  restoreReservation: restoreReservationWrite,
  deleteAttachment: deleteAttachmentWrite,
  restoreAttachment: restoreAttachmentWrite,
  addItems: addItemsWrite,
  updateItem: updateItemWrite,
  moveItem: moveItemWrite,
  deleteItem: deleteItemWrite,
  restoreItem: restoreItemWrite,
  addExpense: addExpenseWrite,
  updateExpense: updateExpenseWrite,
  deleteExpense: deleteExpenseWrite,
  restoreExpense: restoreExpenseWrite,
  addSettlement: addSettlementWrite,
  updateSettlement: updateSettlementWrite,
  deleteSettlement: deleteSettlementWrite,
  restoreSettlement: restoreSettlementWrite,
  setBudget: setBudgetWrite,
  addDecision: addDecisionWrite,
  updateDecision: updateDecisionWrite,
  closeDecision: closeDecisionWrite,
  reopenDecision: reopenDecisionWrite,
  deleteDecision: deleteDecisionWrite,
  updateTrip: updateTripWrite,
  updateDay: updateDayWrite,
  orderDay: orderDayWrite,
  addComment: addCommentWrite,
  editComment: editCommentWrite,
  resolveComment: resolveCommentWrite,
  deleteComment: deleteCommentWrite,
  restoreComment: restoreCommentWrite,
  updateMember: updateMemberWrite,
  removeMember: removeMemberWrite,
  addPlaceholder: addPlaceholderWrite,
  renamePlaceholder: renamePlaceholderWrite,
  removePlaceholder: removePlaceholderWrite,
  restorePlaceholder: restorePlaceholderWrite,
  addSuggestion: addSuggestionWrite,
  acceptSuggestion: acceptSuggestionWrite,
  dismissSuggestion: dismissSuggestionWrite,
  withdrawSuggestion: withdrawSuggestionWrite,
  undo: undoWrite,
  ...LIST_BUILDERS,
} satisfies Record<string, (tripId: string, ...args: never[]) => Write<unknown>>;

type Builders = typeof BUILDERS;
export type WriteKind = keyof Builders;
export type WriteArgs<K extends WriteKind> = Builders[K] extends (tripId: string, ...args: infer A) => unknown
  ? A
  : never;
type EchoOf<K extends WriteKind> = Builders[K] extends (...args: never[]) => Write<infer T> ? T : never;

/** Makes a write that contains its recipe. */
export function makeWrite<K extends WriteKind>(
  kind: K,
  tripId: string,
  ...args: WriteArgs<K>
): Write<EchoOf<K>> {
  // The builder belongs to this kind, which TypeScript can't conclude for a generic key.
  const build = BUILDERS[kind] as unknown as (tripId: string, ...args: WriteArgs<K>) => Write<EchoOf<K>>;
  return { ...build(tripId, ...args), recipe: { kind, args } };
}

export function isWriteKind(kind: string): kind is WriteKind {
  return Object.hasOwn(BUILDERS, kind);
}

/**
 * Makes a write again from its recipe; null where this version can't. The code that made it is gone, so only the notice
 * explains its refusal. The stored recipe may be damaged, so an error in it must not break the page.
 */
export function remakeWrite(tripId: string, recipe: WriteRecipe): Write<unknown> | null {
  const { kind, args } = recipe;
  const [subject] = args;
  if (!isWriteKind(kind) || subject === undefined || subject === null) return null;
  try {
    const build = BUILDERS[kind] as unknown as (tripId: string, ...args: unknown[]) => Write<unknown>;
    const write = build(tripId, ...args);
    if (typeof write.label.entityId !== "string" || write.label.entityId === "") return null;
    const predict = (scene: PredictionContext) => {
      try {
        return write.predict(scene);
      } catch {
        return [];
      }
    };
    return { ...write, recipe, explained: undefined, predict };
  } catch {
    return null;
  }
}
