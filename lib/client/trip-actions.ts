import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import type { DecisionDto, DecisionPatch, NewDecision } from "#lib/shared/decisions.ts";
import type { BudgetDto, BudgetInput } from "#lib/shared/budget.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { ExpenseDto, ExpensePatch, NewExpense } from "#lib/shared/expenses.ts";
import type { NewReservation, ReservationDto, ReservationPatch } from "#lib/shared/reservations.ts";
import type { ItemDto, ItemMove, ItemPatch, NewItem } from "#lib/shared/items.ts";
import type { PresenceState } from "#lib/shared/protocol.ts";
import type { NewSettlement, SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import type { NewStop, StopDto, StopFields, StopMove, StopPatch, VoteDto } from "#lib/shared/stops.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import type { Called } from "./api.ts";
import { deleteAttachmentWrite, restoreAttachmentWrite, uploadedWrite } from "./attachment-writes.ts";
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
  type ExpenseEditOptions,
  type RateOptions,
  restoreExpenseWrite,
  updateExpenseWrite,
} from "./expense-writes.ts";
import { newId } from "./ids.ts";
import { withRateTo } from "./predicted-rate.ts";
import {
  addItemsWrite,
  deleteItemWrite,
  moveItemWrite,
  restoreItemWrite,
  updateItemWrite,
} from "./item-writes.ts";
import { setBudgetWrite } from "./money-writes.ts";
import type { Echo } from "./notices.ts";
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
import type { TripStore } from "./trip-store.ts";
import type { EditOptions, UndoOptions } from "./write.ts";

/**
 * Every write shows in the view at once; what a viewer would write to the plan becomes part of their draft instead. The promise resolves with the service's echo, and rejects with ApiError when it was
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
  /** Pass `id: newId()` to refer to the reservation before it is saved. */
  addReservation(input: NewReservation): Promise<Echo<ReservationDto>>;
  updateReservation(
    reservationId: string,
    patch: ReservationPatch,
    options?: EditOptions,
  ): Promise<Echo<ReservationDto>>;
  deleteReservation(reservationId: string): Promise<Echo<undefined>>;
  restoreReservation(reservationId: string): Promise<Echo<ReservationDto>>;
  /** Pass `id: newId()` to refer to the expense before it is saved. */
  addExpense(input: NewExpense, options?: RateOptions): Promise<Echo<ExpenseDto>>;
  updateExpense(
    expenseId: string,
    patch: ExpensePatch,
    options?: ExpenseEditOptions,
  ): Promise<Echo<ExpenseDto>>;
  deleteExpense(expenseId: string): Promise<Echo<undefined>>;
  restoreExpense(expenseId: string): Promise<Echo<ExpenseDto>>;
  /** Pass `id: newId()` to refer to the settlement before it is saved. */
  addSettlement(input: NewSettlement, options?: RateOptions): Promise<Echo<SettlementDto>>;
  updateSettlement(
    settlementId: string,
    patch: SettlementPatch,
    options?: EditOptions & RateOptions,
  ): Promise<Echo<SettlementDto>>;
  deleteSettlement(settlementId: string): Promise<Echo<undefined>>;
  /** `settlement` as it was when it was deleted. */
  restoreSettlement(settlement: SettlementDto): Promise<Echo<SettlementDto>>;
  /** No total and no limits takes the budget away. */
  setBudget(budget: BudgetInput, options?: EditOptions): Promise<Echo<BudgetDto | null>>;
  /** Takes in the answer of an upload (`uploadAttachment`), so that the file shows before its event comes. */
  addAttachment(uploaded: Called<AttachmentDto>): Promise<Echo<AttachmentDto>>;
  deleteAttachment(attachmentId: string): Promise<Echo<undefined>>;
  restoreAttachment(attachmentId: string): Promise<Echo<AttachmentDto>>;
  addDecision(input: NewDecision): Promise<Echo<DecisionDto>>;
  updateDecision(decisionId: string, patch: DecisionPatch, options?: EditOptions): Promise<Echo<DecisionDto>>;
  /** Without `winnerId` the single leader wins; a tie is refused. */
  closeDecision(decisionId: string, winnerId?: string): Promise<Echo<DecisionDto>>;
  reopenDecision(decisionId: string): Promise<Echo<DecisionDto>>;
  deleteDecision(decisionId: string): Promise<Echo<undefined>>;
  updateTrip(patch: TripPatch, options?: EditOptions): Promise<Echo<TripDto>>;
  /** All stops of the day, in their new order. */
  orderDay(
    dayId: string,
    stopIds: readonly string[],
    options?: Pick<EditOptions, "baseSeq">,
  ): Promise<Echo<StopFields[]>>;
  updateDay(dayId: string, patch: DayPatch, options?: EditOptions): Promise<Echo<DayDto>>;
  /** Pass an id of `newId()` to refer to the comment before it is saved. */
  addComment(
    target: CommentTarget,
    body: string,
    options?: { id?: string; mentions?: string[] },
  ): Promise<Echo<CommentDto>>;
  editComment(
    comment: CommentDto,
    body: string,
    options?: Pick<EditOptions, "baseSeq"> & { mentions?: string[] },
  ): Promise<Echo<CommentDto>>;
  resolveComment(comment: CommentDto, resolved: boolean): Promise<Echo<CommentDto>>;
  deleteComment(comment: Pick<CommentDto, "id" | "target">): Promise<Echo<undefined>>;
  restoreComment(commentId: string): Promise<Echo<CommentDto>>;
  /** One or several, all or none; pass ids of `newId()` to refer to them before they are saved. */
  addItems(items: readonly NewItem[]): Promise<Echo<ItemDto[]>>;
  updateItem(itemId: string, patch: ItemPatch, options?: EditOptions): Promise<Echo<ItemDto>>;
  moveItem(itemId: string, to: ItemMove): Promise<Echo<ItemDto>>;
  deleteItem(itemId: string): Promise<Echo<undefined>>;
  /** `item` as it was when it was deleted. */
  restoreItem(item: ItemDto): Promise<Echo<ItemDto>>;
  /** Sends the draft as one suggestion; it stays until it has arrived. */
  sendDraft(): Promise<Echo<SuggestionDto>>;
  /** All lines without `lines`, which are indexes; `force` takes also what was changed since. */
  acceptSuggestion(
    suggestionId: string,
    options?: { lines?: readonly number[] | undefined; force?: boolean },
  ): Promise<Echo<SuggestionDto>>;
  dismissSuggestion(suggestionId: string, note?: string): Promise<Echo<SuggestionDto>>;
  withdrawSuggestion(suggestionId: string): Promise<Echo<SuggestionDto>>;
  /** Undoes the whole group of that event; not optimistic, because only the service knows what it will touch. */
  undo(seq: number, options?: UndoOptions): Promise<Echo<{ events: TripEvent[] }>>;
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
    ...bookingActions(store),
    ...moneyActions(store),
    addDecision: (input) => store.submit(addDecisionWrite(tripId, { ...input, id: input.id ?? newId() })),
    updateDecision: (id, patch, options = {}) =>
      store.submit(updateDecisionWrite(tripId, id, patch, options)),
    closeDecision: (id, winnerId) => store.submit(closeDecisionWrite(tripId, id, winnerId)),
    reopenDecision: (id) => store.submit(reopenDecisionWrite(tripId, id)),
    deleteDecision: (id) => store.submit(deleteDecisionWrite(tripId, id)),
    updateTrip: (patch, options = {}) => store.submit(updateTripWrite(tripId, patch, options)),
    orderDay: (dayId, stopIds, options) => store.submit(orderDayWrite(store.trip, dayId, stopIds, options)),
    updateDay: (dayId, patch, options = {}) => store.submit(updateDayWrite(tripId, dayId, patch, options)),
    addComment: (target, body, { id = newId(), mentions = [] } = {}) =>
      store.submit(addCommentWrite(tripId, { id, target, body, mentions })),
    editComment: (comment, body, { baseSeq, mentions = comment.mentions } = {}) =>
      store.submit(editCommentWrite(tripId, comment, { body, mentions }, baseSeq)),
    resolveComment: (comment, resolved) => store.submit(resolveCommentWrite(tripId, comment, resolved)),
    deleteComment: (comment) => store.submit(deleteCommentWrite(tripId, comment)),
    restoreComment: (commentId) => store.submit(restoreCommentWrite(tripId, commentId)),
    addItems: (items) =>
      store.submit(
        addItemsWrite(
          tripId,
          items.map((item) => ({ ...item, id: item.id ?? newId() })),
        ),
      ),
    updateItem: (itemId, patch, options = {}) =>
      store.submit(updateItemWrite(tripId, itemId, patch, options)),
    moveItem: (itemId, to) => store.submit(moveItemWrite(tripId, itemId, to)),
    deleteItem: (itemId) => store.submit(deleteItemWrite(tripId, itemId)),
    restoreItem: (item) => store.submit(restoreItemWrite(tripId, item)),
    sendDraft: () => {
      const parcel = store.draft.pack(store.confirmed);
      const { id, changes, note, baseSeq } = parcel;
      store.draft.sending(parcel);
      const body = { id, changes, ...(note === "" ? {} : { note }) };
      const sent = store.submit(addSuggestionWrite(tripId, body, baseSeq));
      sent.then(
        () => store.draft.arrived(id),
        () => undefined,
      );
      return sent;
    },
    acceptSuggestion: (id, options = {}) => store.submit(acceptSuggestionWrite(tripId, id, options)),
    dismissSuggestion: (id, note = "") => store.submit(dismissSuggestionWrite(tripId, id, note)),
    withdrawSuggestion: (id) => store.submit(withdrawSuggestionWrite(tripId, id)),
    undo: (seq, options = {}) => store.submit(undoWrite(tripId, seq, options)),
    setPresence: show,
    baseSeq: () => store.seq,
  };
}

type BookingActions = Pick<
  TripActions,
  `${"add" | "update" | "delete" | "restore"}Reservation` | `${"add" | "delete" | "restore"}Attachment`
>;

function bookingActions(store: TripStore): BookingActions {
  const tripId = store.id;
  return {
    addReservation: (input) =>
      store.submit(addReservationWrite(tripId, { ...input, id: input.id ?? newId() })),
    updateReservation: (id, patch, options = {}) =>
      store.submit(updateReservationWrite(tripId, id, patch, options)),
    deleteReservation: (id) => store.submit(deleteReservationWrite(tripId, id)),
    restoreReservation: (id) => store.submit(restoreReservationWrite(tripId, id)),
    addAttachment: (uploaded) => store.submit(uploadedWrite(uploaded)),
    deleteAttachment: (id) => store.submit(deleteAttachmentWrite(tripId, id)),
    restoreAttachment: (id) => store.submit(restoreAttachmentWrite(tripId, id)),
  };
}

type MoneyActions = Pick<
  TripActions,
  | `${"add" | "update" | "delete" | "restore"}Expense`
  | `${"add" | "update" | "delete" | "restore"}Settlement`
  | "setBudget"
>;

function moneyActions(store: TripStore): MoneyActions {
  const tripId = store.id;
  return {
    addExpense: (input, options = {}) =>
      store.submit(
        addExpenseWrite(
          tripId,
          { ...withRateTo(store.trip.currency, input), id: input.id ?? newId() },
          options,
        ),
      ),
    updateExpense: (id, patch, options = {}) =>
      store.submit(updateExpenseWrite(tripId, id, withRateTo(store.trip.currency, patch), options)),
    deleteExpense: (id) => store.submit(deleteExpenseWrite(tripId, id)),
    restoreExpense: (id) => store.submit(restoreExpenseWrite(tripId, id)),
    addSettlement: (input, options = {}) =>
      store.submit(
        addSettlementWrite(
          tripId,
          { ...withRateTo(store.trip.currency, input), id: input.id ?? newId() },
          options,
        ),
      ),
    updateSettlement: (id, patch, options = {}) =>
      store.submit(updateSettlementWrite(tripId, id, withRateTo(store.trip.currency, patch), options)),
    deleteSettlement: (id) => store.submit(deleteSettlementWrite(tripId, id)),
    restoreSettlement: (row) => store.submit(restoreSettlementWrite(tripId, row)),
    setBudget: (budget, options = {}) => store.submit(setBudgetWrite(tripId, budget, options)),
  };
}
