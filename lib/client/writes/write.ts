import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { ErrorCode } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { ListRow } from "#lib/shared/resources/list-schemas.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto, TripFields } from "#lib/shared/trips.ts";
import type { CallResult, CallOptions } from "../base/api.ts";
import type { Change } from "./changes.ts";
import type { ListAction } from "./list-writes.ts";
import type { Notice } from "./notices.ts";

export type WriteAction =
  | "addStop"
  | "addStops"
  | "updateStop"
  | "moveStop"
  | "deleteStop"
  | "restoreStop"
  | "vote"
  | "addReservation"
  | "updateReservation"
  | "deleteReservation"
  | "restoreReservation"
  | "addAttachment"
  | "deleteAttachment"
  | "restoreAttachment"
  | "addItems"
  | "updateItem"
  | "moveItem"
  | "deleteItem"
  | "restoreItem"
  | "addExpense"
  | "updateExpense"
  | "deleteExpense"
  | "restoreExpense"
  | "addSettlement"
  | "updateSettlement"
  | "deleteSettlement"
  | "restoreSettlement"
  | "setBudget"
  | "addDecision"
  | "updateDecision"
  | "closeDecision"
  | "reopenDecision"
  | "deleteDecision"
  | "updateTrip"
  | "updateDay"
  | "orderDay"
  | "addComment"
  | "editComment"
  | "resolveComment"
  | "deleteComment"
  | "restoreComment"
  | "addMember"
  | "updateMember"
  | "removeMember"
  | "addSuggestion"
  | "acceptSuggestion"
  | "dismissSuggestion"
  | "withdrawSuggestion"
  | "undo"
  | ListAction;

/** The kind of a write, and the id of the row that it changes. */
export interface WriteLabel {
  action: WriteAction;
  entityId: string;
}

export interface EditOptions {
  /**
   * `TripActions.baseSeq()` when editing began; by default now. Later changes by others are never overwritten without
   * `force`.
   */
  baseSeq?: number;
  /** Overwrites what others have changed since `baseSeq`. */
  force?: boolean;
}

export interface UndoOptions {
  /** The caller itself explains what prevents the undo. */
  explains?: boolean;
}

/** The values that a prediction may use. */
export interface PredictionContext {
  /** The trip with all earlier writes of this client applied. */
  trip: TripDto;
  userId: string;
  /** The current instant as an ISO text. */
  now: string;
  /** Returns the last known state of a row that is no longer in the trip. */
  findDeleted(
    id: string,
  ): StopDto | ReservationDto | ExpenseDto | SettlementDto | ItemDto | ListRow | undefined;
  /** Whether the row's deletion has arrived, and no restore since. */
  isGone: (id: string) => boolean;
}

/** The rows that an edit can change. */
export type EditedRow =
  | StopDto
  | ReservationDto
  | DayDto
  | TripFields
  | CommentDto
  | ItemDto
  | DecisionDto
  | ExpenseDto
  | SettlementDto
  | ListRow;

/** The fields of an edit, for which the service finds conflicts. */
export interface Edit {
  /** The fields have the names that the event's `changes` uses. */
  fields: readonly string[];
  patch: Record<string, unknown>;
  baseSeq: number | undefined;
  force: boolean;
  current(trip: TripDto): EditedRow | null;
}

/** The rows and fields from which a write without own fields was computed. */
export interface Basis {
  entityIds: readonly string[];
  fields: readonly string[];
  /** The seq of the state from which the write was computed, as in {@link EditOptions}. */
  baseSeq: number | undefined;
}

/** The arguments of a write, so that it can be made again after its page is closed. */
export interface WriteRecipe {
  kind: string;
  /** The arguments of the builder after the trip's id; they must be structured-cloneable. */
  args: readonly unknown[];
}

/** One write, as the store handles it: how it is sent, and how the view looks before and after the answer. */
export interface Write<T> {
  label: WriteLabel;
  send(options: CallOptions): Promise<CallResult<T>>;
  /** Returns what the view shows until the answer; empty where only the service knows. */
  predict(scene: PredictionContext): Change[];
  /** Returns what the view shows from the answer until the events arrive; absent: the prediction stays. */
  confirm?(echo: T): Change[];
  /** Returns a notice for the author, if the answer contains more than success. */
  noticeOf?(echo: T): Notice | null;
  /** The code of a refusal that the caller itself explains to the user. */
  explained?: ErrorCode | undefined;
  /** The op of the event that this write causes, where showing both the write and its event would count it twice. */
  settledBy?: EventOp;
  edit?: Edit;
  basis?: Basis;
  /**
   * The suggested changes that this write becomes for a viewer; absent when a viewer may write it, or it cannot be
   * suggested.
   */
  suggestion?: SuggestedChange | readonly SuggestedChange[];
  /**
   * The arguments from which the write can be made again; absent when it can't survive the page, as for an uploaded
   * file.
   */
  recipe?: WriteRecipe;
}
