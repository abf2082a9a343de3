import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import type { DecisionDto, DecisionPatch, NewDecision } from "#lib/shared/decisions.ts";
import type { BudgetDto, BudgetInput } from "#lib/shared/budget.ts";
import type { ExpenseDto, ExpensePatch, NewExpense } from "#lib/shared/expenses.ts";
import type { NewReservation, ReservationDto, ReservationPatch } from "#lib/shared/reservations.ts";
import type { ItemDto, ItemMove, ItemPatch, NewItem } from "#lib/shared/items.ts";
import type { PresenceState } from "#lib/shared/protocol.ts";
import type { NewSettlement, SettlementDto, SettlementPatch } from "#lib/shared/settlements.ts";
import type { NewStop, StopDto, StopFields, StopMove, StopPatch, VoteDto } from "#lib/shared/stops.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import type { UndoResult } from "#lib/shared/undo.ts";
import type { CallResult } from "../base/api.ts";
import { uploadedWrite } from "../writes/attachment-writes.ts";
import { orderMoves } from "../writes/day-order-write.ts";
import type { ExpenseEditOptions, NewExpenseOptions, RateOptions } from "../writes/expense-writes.ts";
import { newId } from "../base/ids.ts";
import { createListActions, type ListActions } from "./list-actions.ts";
import { withRateTo } from "../writes/predicted-rate.ts";
import type { WriteAnswer } from "../writes/notices.ts";
import type { TripStore } from "../sync/trip-store.ts";
import type { EditOptions, UndoOptions } from "../writes/write.ts";
import { type WriteArgs, makeWrite, type WriteKind } from "../writes/write-kinds.ts";

/**
 * The writes of a trip. Each shows in the view at once; for a viewer, a change of the plan becomes part of their draft
 * instead. The promise resolves with the service's answer, and rejects with ApiError when the write was refused (a
 * notice informs the user; the promise may be ignored). While there is no connection it stays pending.
 */
export interface TripActions extends ListActions {
  /** Pass `id: newId()` to refer to the stop before it is saved. */
  addStop(input: NewStop): Promise<WriteAnswer<StopDto>>;
  /** Adds stops at the end of one day or of Ideas, all or none. */
  addStops(inputs: readonly NewStop[]): Promise<WriteAnswer<StopDto[]>>;
  updateStop(stopId: string, patch: StopPatch, options?: EditOptions): Promise<WriteAnswer<StopDto>>;
  moveStop(stopId: string, to: StopMove): Promise<WriteAnswer<StopDto>>;
  deleteStop(stopId: string): Promise<WriteAnswer<undefined>>;
  restoreStop(stopId: string): Promise<WriteAnswer<StopDto>>;
  vote(stopId: string, value: -1 | 0 | 1): Promise<WriteAnswer<VoteDto>>;
  /** Pass `id: newId()` to refer to the reservation before it is saved. */
  addReservation(input: NewReservation): Promise<WriteAnswer<ReservationDto>>;
  updateReservation(
    reservationId: string,
    patch: ReservationPatch,
    options?: EditOptions,
  ): Promise<WriteAnswer<ReservationDto>>;
  deleteReservation(reservationId: string): Promise<WriteAnswer<undefined>>;
  restoreReservation(reservationId: string): Promise<WriteAnswer<ReservationDto>>;
  /** Pass `id: newId()` to refer to the expense before it is saved. */
  addExpense(input: NewExpense, options?: NewExpenseOptions): Promise<WriteAnswer<ExpenseDto>>;
  updateExpense(
    expenseId: string,
    patch: ExpensePatch,
    options?: ExpenseEditOptions,
  ): Promise<WriteAnswer<ExpenseDto>>;
  deleteExpense(expenseId: string): Promise<WriteAnswer<undefined>>;
  restoreExpense(expenseId: string): Promise<WriteAnswer<ExpenseDto>>;
  /** Pass `id: newId()` to refer to the settlement before it is saved. */
  addSettlement(input: NewSettlement, options?: RateOptions): Promise<WriteAnswer<SettlementDto>>;
  updateSettlement(
    settlementId: string,
    patch: SettlementPatch,
    options?: EditOptions & RateOptions,
  ): Promise<WriteAnswer<SettlementDto>>;
  deleteSettlement(settlementId: string): Promise<WriteAnswer<undefined>>;
  /** Restores `settlement` as it was when it was deleted. */
  restoreSettlement(settlement: SettlementDto): Promise<WriteAnswer<SettlementDto>>;
  /** A budget without total and limits removes the budget. */
  setBudget(budget: BudgetInput, options?: EditOptions): Promise<WriteAnswer<BudgetDto | null>>;
  /** Takes the answer of an upload (`uploadAttachment`), so that the file shows before its event arrives. */
  addAttachment(uploaded: CallResult<AttachmentDto>): Promise<WriteAnswer<AttachmentDto>>;
  deleteAttachment(attachmentId: string): Promise<WriteAnswer<undefined>>;
  restoreAttachment(attachmentId: string): Promise<WriteAnswer<AttachmentDto>>;
  addDecision(input: NewDecision): Promise<WriteAnswer<DecisionDto>>;
  updateDecision(
    decisionId: string,
    patch: DecisionPatch,
    options?: EditOptions,
  ): Promise<WriteAnswer<DecisionDto>>;
  /** Without `winnerId` the single leader wins; a tie is refused. */
  closeDecision(decisionId: string, winnerId?: string): Promise<WriteAnswer<DecisionDto>>;
  reopenDecision(decisionId: string): Promise<WriteAnswer<DecisionDto>>;
  deleteDecision(decisionId: string): Promise<WriteAnswer<undefined>>;
  updateTrip(patch: TripPatch, options?: EditOptions): Promise<WriteAnswer<TripDto>>;
  /** `stopIds` are all stops of the day, in their new order. */
  orderDay(
    dayId: string,
    stopIds: readonly string[],
    options?: Pick<EditOptions, "baseSeq">,
  ): Promise<WriteAnswer<StopFields[]>>;
  updateDay(dayId: string, patch: DayPatch, options?: EditOptions): Promise<WriteAnswer<DayDto>>;
  /** Pass an id of `newId()` to refer to the comment before it is saved. */
  addComment(
    target: CommentTarget,
    body: string,
    options?: { id?: string; mentions?: string[] },
  ): Promise<WriteAnswer<CommentDto>>;
  editComment(
    comment: CommentDto,
    body: string,
    options?: Pick<EditOptions, "baseSeq"> & { mentions?: string[] },
  ): Promise<WriteAnswer<CommentDto>>;
  resolveComment(comment: CommentDto, resolved: boolean): Promise<WriteAnswer<CommentDto>>;
  deleteComment(comment: Pick<CommentDto, "id" | "target">): Promise<WriteAnswer<undefined>>;
  restoreComment(commentId: string): Promise<WriteAnswer<CommentDto>>;
  /** Adds one or several items, all or none; pass ids of `newId()` to refer to them before they are saved. */
  addItems(items: readonly NewItem[]): Promise<WriteAnswer<ItemDto[]>>;
  updateItem(itemId: string, patch: ItemPatch, options?: EditOptions): Promise<WriteAnswer<ItemDto>>;
  moveItem(itemId: string, to: ItemMove): Promise<WriteAnswer<ItemDto>>;
  deleteItem(itemId: string): Promise<WriteAnswer<undefined>>;
  /** Restores `item` as it was when it was deleted. */
  restoreItem(item: ItemDto): Promise<WriteAnswer<ItemDto>>;
  /** Sends the draft as one suggestion; the draft stays until the suggestion has arrived. */
  sendDraft(): Promise<WriteAnswer<SuggestionDto>>;
  /**
   * `lines` are indexes; without it all changes are accepted. `force` accepts also changes of fields that were changed
   * since.
   */
  acceptSuggestion(
    suggestionId: string,
    options?: { lines?: readonly number[] | undefined; force?: boolean },
  ): Promise<WriteAnswer<SuggestionDto>>;
  dismissSuggestion(suggestionId: string, note?: string): Promise<WriteAnswer<SuggestionDto>>;
  withdrawSuggestion(suggestionId: string): Promise<WriteAnswer<SuggestionDto>>;
  /**
   * Undoes the whole group of the event `seq`. The undo is not optimistic, because only the service knows which rows it
   * will change.
   */
  undo(seq: number, options?: UndoOptions): Promise<WriteAnswer<UndoResult>>;
  /** Reports to the other members which stop is open; `{ stopId: null, field: null }` when none is. */
  setPresence(state: PresenceState): void;
  /** Returns the seq of the confirmed state behind the view: read it when an edit begins. */
  baseSeq(): number;
}

/** Returns the actions of one open trip. */
export function createTripActions(store: TripStore, show: (state: PresenceState) => void): TripActions {
  const write = writerOf(store);
  return {
    addStop: (input) => write("addStop", { ...input, id: input.id ?? newId() }),
    addStops: (inputs) =>
      write(
        "addStops",
        inputs.map((input) => ({ ...input, id: input.id ?? newId() })),
      ),
    updateStop: (stopId, patch, options = {}) => write("updateStop", stopId, patch, options),
    moveStop: (stopId, to) => write("moveStop", stopId, to),
    deleteStop: (stopId) => write("deleteStop", stopId),
    restoreStop: (stopId) => write("restoreStop", stopId),
    vote: (stopId, value) => write("vote", stopId, value),
    ...bookingActions(store),
    ...moneyActions(store),
    addDecision: (input) => write("addDecision", { ...input, id: input.id ?? newId() }),
    updateDecision: (id, patch, options = {}) => write("updateDecision", id, patch, options),
    closeDecision: (id, winnerId) => write("closeDecision", id, winnerId),
    reopenDecision: (id) => write("reopenDecision", id),
    deleteDecision: (id) => write("deleteDecision", id),
    updateTrip: (patch, options = {}) => write("updateTrip", patch, options),
    orderDay: (dayId, stopIds, options) =>
      store.submit({
        ...makeWrite("orderDay", store.id, dayId, stopIds, options),
        suggestion: orderMoves(store.trip, dayId, stopIds),
      }),
    updateDay: (dayId, patch, options = {}) => write("updateDay", dayId, patch, options),
    ...talkActions(store),
    sendDraft: () => {
      const parcel = store.draft.pack(store.confirmed);
      const { id, changes, note, baseSeq } = parcel;
      store.draft.sending(parcel);
      const body = { id, changes, ...(note === "" ? {} : { note }) };
      const sent = write("addSuggestion", body, baseSeq);
      sent.then(
        () => store.draft.arrived(id),
        () => undefined,
      );
      return sent;
    },
    acceptSuggestion: (id, options = {}) => write("acceptSuggestion", id, options),
    dismissSuggestion: (id, note = "") => write("dismissSuggestion", id, note),
    withdrawSuggestion: (id) => write("withdrawSuggestion", id),
    ...createListActions(store),
    undo: (seq, options = {}) => write("undo", seq, options),
    setPresence: show,
    baseSeq: () => store.seq,
  };
}

type TalkActions = Pick<
  TripActions,
  | `${"add" | "edit" | "resolve" | "delete" | "restore"}Comment`
  | "addItems"
  | `${"update" | "move" | "delete" | "restore"}Item`
>;

function talkActions(store: TripStore): TalkActions {
  const write = writerOf(store);
  return {
    addComment: (target, body, { id = newId(), mentions = [] } = {}) =>
      write("addComment", { id, target, body, mentions }),
    editComment: (comment, body, { baseSeq, mentions = comment.mentions } = {}) =>
      write("editComment", comment, { body, mentions }, baseSeq),
    resolveComment: (comment, resolved) => write("resolveComment", comment, resolved),
    deleteComment: (comment) => write("deleteComment", comment),
    restoreComment: (commentId) => write("restoreComment", commentId),
    addItems: (items) =>
      write(
        "addItems",
        items.map((item) => ({ ...item, id: item.id ?? newId() })),
      ),
    updateItem: (itemId, patch, options = {}) => write("updateItem", itemId, patch, options),
    moveItem: (itemId, to) => write("moveItem", itemId, to),
    deleteItem: (itemId) => write("deleteItem", itemId),
    restoreItem: (item) => write("restoreItem", item),
  };
}

function writerOf(store: TripStore) {
  return <K extends WriteKind>(kind: K, ...args: WriteArgs<K>) =>
    store.submit(makeWrite(kind, store.id, ...args));
}

type BookingActions = Pick<
  TripActions,
  `${"add" | "update" | "delete" | "restore"}Reservation` | `${"add" | "delete" | "restore"}Attachment`
>;

function bookingActions(store: TripStore): BookingActions {
  const write = writerOf(store);
  return {
    addReservation: (input) => write("addReservation", { ...input, id: input.id ?? newId() }),
    updateReservation: (id, patch, options = {}) => write("updateReservation", id, patch, options),
    deleteReservation: (id) => write("deleteReservation", id),
    restoreReservation: (id) => write("restoreReservation", id),
    addAttachment: (uploaded) => store.submit(uploadedWrite(uploaded)),
    deleteAttachment: (id) => write("deleteAttachment", id),
    restoreAttachment: (id) => write("restoreAttachment", id),
  };
}

type MoneyActions = Pick<
  TripActions,
  | `${"add" | "update" | "delete" | "restore"}Expense`
  | `${"add" | "update" | "delete" | "restore"}Settlement`
  | "setBudget"
>;

function moneyActions(store: TripStore): MoneyActions {
  const write = writerOf(store);
  return {
    addExpense: (input, options = {}) =>
      write("addExpense", { ...withRateTo(store.trip.currency, input), id: input.id ?? newId() }, options),
    updateExpense: (id, patch, options = {}) =>
      write("updateExpense", id, withRateTo(store.trip.currency, patch), options),
    deleteExpense: (id) => write("deleteExpense", id),
    restoreExpense: (id) => write("restoreExpense", id),
    addSettlement: (input, options = {}) =>
      write("addSettlement", { ...withRateTo(store.trip.currency, input), id: input.id ?? newId() }, options),
    updateSettlement: (id, patch, options = {}) =>
      write("updateSettlement", id, withRateTo(store.trip.currency, patch), options),
    deleteSettlement: (id) => write("deleteSettlement", id),
    restoreSettlement: (row) => write("restoreSettlement", row),
    setBudget: (budget, options = {}) => write("setBudget", budget, options),
  };
}
