import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { ErrorCode } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto, TripFields } from "#lib/shared/trips.ts";
import type { Called, CallOptions } from "./api.ts";
import type { Change } from "./changes.ts";
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
  | "undo";

/** What a write does, and to what. */
export interface WriteLabel {
  action: WriteAction;
  entityId: string;
}

export interface EditOptions {
  /** `TripActions.baseSeq()` when editing began; default: now. Changes by others since then are never overwritten unasked. */
  baseSeq?: number;
  /** Overwrite what others changed in the meantime. */
  force?: boolean;
}

export interface UndoOptions {
  /** The caller says itself what stands in the way. */
  explains?: boolean;
}

/** What a prediction may look at. */
export interface Scene {
  /** The trip with every earlier write of this client in it. */
  trip: TripDto;
  userId: string;
  /** ISO instant. */
  now: string;
  /** The last known row of what is no longer in the trip. */
  findDeleted(id: string): StopDto | ReservationDto | ExpenseDto | SettlementDto | ItemDto | undefined;
  /** Its deletion has been seen, and no return since. */
  isGone: (id: string) => boolean;
}

/** What an edit can be of. */
export type EditedRow =
  | StopDto
  | ReservationDto
  | DayDto
  | TripFields
  | CommentDto
  | ItemDto
  | DecisionDto
  | ExpenseDto
  | SettlementDto;

/** What the service does with the fields of an edit. */
export interface Edit {
  /** Named as in the event's `changes`. */
  fields: readonly string[];
  patch: Record<string, unknown>;
  baseSeq: number | undefined;
  force: boolean;
  current(trip: TripDto): EditedRow | null;
}

/** What a write without fields of its own was worked out from. */
export interface Basis {
  entityIds: readonly string[];
  fields: readonly string[];
  /** As in {@link EditOptions}. */
  baseSeq: number | undefined;
}

/** What a write is made from, so that it can be made again after the page that made it is gone. */
export interface Recipe {
  kind: string;
  /** Of its builder, after the trip's id; all that a structured clone carries. */
  args: readonly unknown[];
}

/** One write as the store handles it: how to send it, and how the view looks before and after the answer. */
export interface Write<T> {
  label: WriteLabel;
  send(options: CallOptions): Promise<Called<T>>;
  /** What the view shows until the answer; empty where only the service knows. */
  predict(scene: Scene): Change[];
  /** What the view shows from the answer until its events arrive; absent: what it predicted. */
  confirm?(echo: T): Change[];
  /** What the answer has to tell its author beyond that it is done. */
  noticeOf?(echo: T): Notice | null;
  /** A refusal that its caller tells the user about. */
  explained?: ErrorCode | undefined;
  /** The event that this write causes, where showing both would count it twice. */
  settledBy?: EventOp;
  edit?: Edit;
  basis?: Basis;
  /** The change, or changes, that it is offered as by somebody who may only suggest; absent: they may write it, or nobody may ask. */
  suggestion?: SuggestedChange | readonly SuggestedChange[];
  /** Absent: it can't outlive the page, as what has been uploaded already. */
  recipe?: Recipe;
}
