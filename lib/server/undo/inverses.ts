import type { StoredEvent } from "#db/queries/events.ts";
import { listStatements } from "#db/queries/list-rows.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { LIST_KINDS, type ListOp } from "#lib/shared/resources/list-resources.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { bringBackAttachment, removeAttachment } from "../attachments/edit-attachment.ts";
import { bringBackComment, changeComment } from "../comments/edit-comment.ts";
import { changeDecision } from "../decisions/edit-decision.ts";
import { bringBackDecision, restorableFields } from "../decisions/reopen-decision.ts";
import { changeItem } from "../items/edit-item.ts";
import { changeRow } from "../lists/list-row.ts";
import { removeMergedPlaceholder } from "../members/merge-placeholder.ts";
import { restorePlaceholderRow, changePlaceholder, removePlaceholderRow } from "../members/placeholders.ts";
import { changeReservation } from "../reservations/edit-reservation.ts";
import { changeSettlement } from "../settlements/settlement-row.ts";
import { restoredStopFields, dayFieldsFor } from "../stops/restore-stop.ts";
import { setVote } from "../stops/vote-on-stop.ts";
import { changeSuggestion } from "../suggestions/change-suggestion.ts";
import { fieldsForCurrencyUndo } from "../trips/change-currency.ts";
import { changeDay } from "../trips/change-dates.ts";
import { changeTrip } from "../trips/update-trip.ts";
import { requireWriteMember, type TripWrite } from "../writes/write.ts";
import {
  type Inverse,
  attachmentInverse,
  commentInverse,
  dayInverse,
  decisionInverse,
  itemInverse,
  ownSuggestionInverse,
  placeholderInverse,
  reservationInverse,
  rowInverse,
  settlementInverse,
  suggestionInverse,
} from "./row-inverses.ts";
import { type ExpenseInverse, expenseInverse } from "./expense-inverses.ts";
import { stopInverse, type StopInverse } from "./stop-inverses.ts";

const retireDay = dayInverse((write, day) =>
  changeDay(write, day, { deletedAt: nowOf(write) }, "day.deleted"),
);

const removeStop = stopInverse((_stop, _event, { at }) => ({ patch: { deletedAt: at }, op: "stop.deleted" }));
const putStopBack = stopInverse((_stop, event, { retired }) => {
  const fields: Partial<StopFields> = fieldsOf(event);
  return { patch: { ...fields, ...dayFieldsFor(fields, retired) }, op: event.op };
});
const bringStopBack = stopInverse((stop, _event, { retired }) => {
  const patch = restoredStopFields(stop, retired);
  return patch && { patch, op: "stop.restored" };
});

const removeReservation = reservationInverse((write, reservation) =>
  changeReservation(write, reservation, { deletedAt: nowOf(write) }, "reservation.deleted"),
);

const removeExpense = expenseInverse((_event, at) => ({ patch: { deletedAt: at }, op: "expense.deleted" }));
const removeSettlement = settlementInverse((write, settlement) =>
  changeSettlement(write, settlement, { deletedAt: nowOf(write) }, "settlement.deleted"),
);

const removeDecision = decisionInverse((write, decision) =>
  changeDecision(write, decision, { deletedAt: nowOf(write) }, "decision.deleted"),
);
/**
 * The op of the event that restores the state of a decision; a decision that was reopened had been closed or tied
 * before.
 */
const putDecisionBackAs = (op: EventOp) =>
  decisionInverse(async (write, decision, event) => {
    const fields = await restorableFields(write, decision, fieldsOf(event));
    const isTied = op === "decision.closed" && fields.status === "tied";
    return changeDecision(write, decision, fields, isTied ? "decision.tied" : op);
  });

const removeItem = itemInverse((write, item) =>
  changeItem(write, item, { deletedAt: nowOf(write) }, "item.deleted"),
);
const putItemBackAs = (op: "item.updated" | "item.moved") =>
  itemInverse((write, item, event) => changeItem(write, item, fieldsOf(event), op));

/** Returns how the events of every list resource are undone. */
function listInverses(): Record<ListOp, Inverse> {
  const entries = LIST_KINDS.flatMap((kind) => {
    const onListRow = rowInverse("editor", kind, async ({ tx, trip }, id) => {
      return (await listStatements(kind).select(tx, { tripId: trip.id, id }))[0]?.row;
    });
    const remove = onListRow((write, row) =>
      changeRow(write, kind, row, { deletedAt: nowOf(write) }, `${kind}.deleted`),
    );
    const putBackAs = (op: ListOp) =>
      onListRow((write, row, event) => changeRow(write, kind, row, fieldsOf(event), op));
    return [
      [`${kind}.created`, remove],
      [`${kind}.restored`, remove],
      [
        `${kind}.deleted`,
        onListRow((write, row) => changeRow(write, kind, row, { deletedAt: null }, `${kind}.restored`)),
      ],
      [`${kind}.updated`, putBackAs(`${kind}.updated`)],
      [`${kind}.moved`, putBackAs(`${kind}.moved`)],
    ];
  });
  // The cast is safe because there is an entry for each op.
  return Object.fromEntries(entries) as Record<ListOp, Inverse>;
}

const removeComment = commentInverse((write, comment) =>
  changeComment(write, comment, { deletedAt: nowOf(write) }, "comment.deleted"),
);
const rewriteComment = commentInverse((write, comment, event) =>
  changeComment(write, comment, fieldsOf(event), event.op),
);

export type AnyInverse = Inverse | StopInverse | ExpenseInverse;

/**
 * How each kind of event is undone. Kinds that are missing here have their own endpoints to reverse them: roles,
 * archive, delete, leaving.
 */
const INVERSES: Partial<Record<EventOp, AnyInverse>> = {
  "trip.updated": {
    need: "editor",
    apply: async (write, event) =>
      changeTrip(write, await fieldsForCurrencyUndo(write, event), "trip.updated"),
  },
  "day.created": retireDay,
  "day.restored": retireDay,
  "day.deleted": dayInverse((write, day) => changeDay(write, day, { deletedAt: null }, "day.restored")),
  "day.updated": dayInverse((write, day, event) => changeDay(write, day, fieldsOf(event), "day.updated")),
  "stop.created": removeStop,
  "stop.restored": removeStop,
  "stop.deleted": bringStopBack,
  "stop.updated": putStopBack,
  "stop.moved": putStopBack,
  "vote.set": { need: "author", apply: revote },
  "reservation.created": removeReservation,
  "reservation.restored": removeReservation,
  "reservation.deleted": reservationInverse((write, reservation) =>
    changeReservation(write, reservation, { deletedAt: null }, "reservation.restored"),
  ),
  "reservation.updated": reservationInverse((write, reservation, event) =>
    changeReservation(write, reservation, fieldsOf(event), "reservation.updated"),
  ),
  // A member who was added to a private expense never saw its former content; the event for the members who stayed
  // undoes the change.
  "expense.created": removeExpense,
  "expense.restored": removeExpense,
  "expense.deleted": expenseInverse(() => ({ patch: { deletedAt: null }, op: "expense.restored" })),
  "expense.updated": expenseInverse((event) => ({ patch: fieldsOf(event), op: "expense.updated" })),
  "settlement.created": removeSettlement,
  "settlement.restored": removeSettlement,
  "settlement.deleted": settlementInverse((write, settlement) =>
    changeSettlement(write, settlement, { deletedAt: null }, "settlement.restored"),
  ),
  "settlement.updated": settlementInverse((write, settlement, event) =>
    changeSettlement(write, settlement, fieldsOf(event), "settlement.updated"),
  ),
  "attachment.created": attachmentInverse(removeAttachment),
  "attachment.restored": attachmentInverse(removeAttachment),
  "attachment.deleted": attachmentInverse(bringBackAttachment),
  "decision.created": removeDecision,
  "decision.restored": removeDecision,
  "decision.deleted": decisionInverse(bringBackDecision),
  "decision.updated": putDecisionBackAs("decision.updated"),
  "decision.tied": putDecisionBackAs("decision.reopened"),
  "decision.closed": putDecisionBackAs("decision.reopened"),
  "decision.reopened": putDecisionBackAs("decision.closed"),
  "suggestion.created": ownSuggestionInverse((write, suggestion) =>
    changeSuggestion(write, suggestion, { status: "withdrawn" }, "suggestion.answered"),
  ),
  "suggestion.answered": suggestionInverse((write, suggestion, event) =>
    changeSuggestion(write, suggestion, fieldsOf(event), "suggestion.reopened"),
  ),
  "suggestion.reopened": suggestionInverse((write, suggestion, event) =>
    changeSuggestion(write, suggestion, fieldsOf(event), "suggestion.answered"),
  ),
  "item.created": removeItem,
  "item.restored": removeItem,
  "item.deleted": itemInverse((write, item) => changeItem(write, item, { deletedAt: null }, "item.restored")),
  "item.updated": putItemBackAs("item.updated"),
  "item.moved": putItemBackAs("item.moved"),
  ...listInverses(),
  "comment.created": removeComment,
  "comment.restored": removeComment,
  "comment.deleted": commentInverse((write, comment, event) =>
    bringBackComment(write, comment, event.actorId),
  ),
  "comment.updated": rewriteComment,
  "comment.resolved": rewriteComment,
  "member.joined": placeholderInverse((write, member, { after: { separatedFrom } }) =>
    typeof separatedFrom === "string"
      ? removeMergedPlaceholder(write, member, separatedFrom)
      : removePlaceholderRow(write, member),
  ),
  "member.left": placeholderInverse((write, member, { after: { mergedInto } }) =>
    restorePlaceholderRow(write, member, typeof mergedInto === "string" ? { separatedFrom: mergedInto } : {}),
  ),
  "member.updated": placeholderInverse((write, member, event) =>
    changePlaceholder(write, member, fieldsOf(event), "member.updated"),
  ),
};

/** Whether undo can reverse events of this kind. Events about the membership of users are refused nevertheless. */
export function hasInverse(op: EventOp): boolean {
  return INVERSES[op] !== undefined;
}

/**
 * Returns the inverse of an event.
 * @throws AppError NOT_UNDOABLE for events that undo does not reverse
 */
export function inverseOf(event: StoredEvent): AnyInverse {
  // Undo reverses only events of placeholders: joining, leaving and roles of users are decided by them and the owner.
  const isPerson = event.op.startsWith("member.") && event.after["userId"] !== null;
  const inverse = isPerson ? undefined : isWithdrawal(event) ? ofWithdrawal(event) : INVERSES[event.op];
  if (!inverse) throw new AppError("NOT_UNDOABLE", "This kind of change has its own way back, not undo.");
  return inverse;
}

/** Whether the event withdraws or reopens a withdrawn suggestion, which only its author may undo, not each editor. */
function isWithdrawal({ op, before, after }: StoredEvent): boolean {
  const withdrawn = op === "suggestion.answered" ? after : op === "suggestion.reopened" ? before : null;
  return withdrawn?.["status"] === "withdrawn";
}

function ofWithdrawal({ op }: StoredEvent): Inverse {
  const back = op === "suggestion.answered" ? "suggestion.reopened" : "suggestion.answered";
  return ownSuggestionInverse((write, suggestion, event) =>
    changeSuggestion(write, suggestion, fieldsOf(event), back),
  );
}

function nowOf(write: TripWrite): string {
  return write.at.toISOString();
}

/** Returns the fields as before the event. The event log has them from the same types from which rows are written. */
function fieldsOf(event: StoredEvent): object {
  return event.before ?? {};
}

/**
 * Undoes a vote of the caller. Each person has one vote: a vote that somebody gave as a guest, before the guest became
 * a member of the trip, stays as it is.
 */
function revote(write: TripWrite, event: StoredEvent): Promise<unknown> {
  const { id } = requireWriteMember(write);
  if (event.after["memberId"] !== id)
    throw new AppError("NOT_UNDOABLE", "You voted this as a guest, and have another vote by now: vote anew.");
  return setVote(write, event.entityId, id, Number(event.before?.["value"] ?? 0));
}
