import type { StoredEvent } from "#db/queries/events.ts";
import { listStatements } from "#db/queries/list-rows.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { LIST_KINDS, type ListOp } from "#lib/shared/resources/list-resources.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { bringBackAttachment, removeAttachment } from "../attachments/edit-attachment.ts";
import { bringBackComment, changeComment } from "../comments/edit-comment.ts";
import { changeDecision } from "../decisions/edit-decision.ts";
import { bringBackDecision, fieldsBack } from "../decisions/reopen-decision.ts";
import { changeItem } from "../items/edit-item.ts";
import { changeRow } from "../lists/list-row.ts";
import { takeOutAs } from "../members/merge-placeholder.ts";
import { bringIn, changePlaceholder, takeOut } from "../members/placeholders.ts";
import { changeReservation } from "../reservations/edit-reservation.ts";
import { changeSettlement } from "../settlements/settlement-row.ts";
import { broughtBack, landing } from "../stops/restore-stop.ts";
import { setVote } from "../stops/vote-on-stop.ts";
import { changeSuggestion } from "../suggestions/change-suggestion.ts";
import { fieldsWithCurrencyBack } from "../trips/change-currency.ts";
import { changeDay } from "../trips/change-dates.ts";
import { changeTrip } from "../trips/update-trip.ts";
import { memberOf, type TripWrite } from "../writes/write.ts";
import {
  type Inverse,
  onAttachment,
  onComment,
  onDay,
  onDecision,
  onItem,
  onOwnSuggestion,
  onPlaceholder,
  onReservation,
  onRow,
  onSettlement,
  onSuggestion,
} from "./on-row.ts";
import { type ExpenseInverse, onExpenses } from "./on-expenses.ts";
import { onStops, type StopInverse } from "./on-stops.ts";

const retireDay = onDay((write, day) => changeDay(write, day, { deletedAt: nowOf(write) }, "day.deleted"));

const removeStop = onStops((_stop, _event, { at }) => ({ patch: { deletedAt: at }, op: "stop.deleted" }));
const putStopBack = onStops((_stop, event, { retired }) => {
  const fields: Partial<StopFields> = fieldsOf(event);
  return { patch: { ...fields, ...landing(fields, retired) }, op: event.op };
});
const bringStopBack = onStops((stop, _event, { retired }) => {
  const patch = broughtBack(stop, retired);
  return patch && { patch, op: "stop.restored" };
});

const removeReservation = onReservation((write, reservation) =>
  changeReservation(write, reservation, { deletedAt: nowOf(write) }, "reservation.deleted"),
);

const removeExpense = onExpenses((_event, at) => ({ patch: { deletedAt: at }, op: "expense.deleted" }));
const removeSettlement = onSettlement((write, settlement) =>
  changeSettlement(write, settlement, { deletedAt: nowOf(write) }, "settlement.deleted"),
);

const removeDecision = onDecision((write, decision) =>
  changeDecision(write, decision, { deletedAt: nowOf(write) }, "decision.deleted"),
);
/**
 * The op of the event that restores the state of a decision; a decision that was reopened had been closed or tied
 * before.
 */
const putDecisionBackAs = (op: EventOp) =>
  onDecision(async (write, decision, event) => {
    const fields = await fieldsBack(write, decision, fieldsOf(event));
    const isTied = op === "decision.closed" && fields.status === "tied";
    return changeDecision(write, decision, fields, isTied ? "decision.tied" : op);
  });

const removeItem = onItem((write, item) =>
  changeItem(write, item, { deletedAt: nowOf(write) }, "item.deleted"),
);
const putItemBackAs = (op: "item.updated" | "item.moved") =>
  onItem((write, item, event) => changeItem(write, item, fieldsOf(event), op));

/** How the events of every list resource are undone. */
function listInverses(): Record<ListOp, Inverse> {
  const entries = LIST_KINDS.flatMap((kind) => {
    const onListRow = onRow("editor", kind, async ({ tx, trip }, id) => {
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

const removeComment = onComment((write, comment) =>
  changeComment(write, comment, { deletedAt: nowOf(write) }, "comment.deleted"),
);
const rewriteComment = onComment((write, comment, event) =>
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
      changeTrip(write, await fieldsWithCurrencyBack(write, event), "trip.updated"),
  },
  "day.created": retireDay,
  "day.restored": retireDay,
  "day.deleted": onDay((write, day) => changeDay(write, day, { deletedAt: null }, "day.restored")),
  "day.updated": onDay((write, day, event) => changeDay(write, day, fieldsOf(event), "day.updated")),
  "stop.created": removeStop,
  "stop.restored": removeStop,
  "stop.deleted": bringStopBack,
  "stop.updated": putStopBack,
  "stop.moved": putStopBack,
  "vote.set": { need: "author", apply: revote },
  "reservation.created": removeReservation,
  "reservation.restored": removeReservation,
  "reservation.deleted": onReservation((write, reservation) =>
    changeReservation(write, reservation, { deletedAt: null }, "reservation.restored"),
  ),
  "reservation.updated": onReservation((write, reservation, event) =>
    changeReservation(write, reservation, fieldsOf(event), "reservation.updated"),
  ),
  // A member who was added to a private expense never saw its former content; the event for the members who stayed
  // undoes the change.
  "expense.created": removeExpense,
  "expense.restored": removeExpense,
  "expense.deleted": onExpenses(() => ({ patch: { deletedAt: null }, op: "expense.restored" })),
  "expense.updated": onExpenses((event) => ({ patch: fieldsOf(event), op: "expense.updated" })),
  "settlement.created": removeSettlement,
  "settlement.restored": removeSettlement,
  "settlement.deleted": onSettlement((write, settlement) =>
    changeSettlement(write, settlement, { deletedAt: null }, "settlement.restored"),
  ),
  "settlement.updated": onSettlement((write, settlement, event) =>
    changeSettlement(write, settlement, fieldsOf(event), "settlement.updated"),
  ),
  "attachment.created": onAttachment(removeAttachment),
  "attachment.restored": onAttachment(removeAttachment),
  "attachment.deleted": onAttachment(bringBackAttachment),
  "decision.created": removeDecision,
  "decision.restored": removeDecision,
  "decision.deleted": onDecision(bringBackDecision),
  "decision.updated": putDecisionBackAs("decision.updated"),
  "decision.tied": putDecisionBackAs("decision.reopened"),
  "decision.closed": putDecisionBackAs("decision.reopened"),
  "decision.reopened": putDecisionBackAs("decision.closed"),
  "suggestion.created": onOwnSuggestion((write, suggestion) =>
    changeSuggestion(write, suggestion, { status: "withdrawn" }, "suggestion.answered"),
  ),
  "suggestion.answered": onSuggestion((write, suggestion, event) =>
    changeSuggestion(write, suggestion, fieldsOf(event), "suggestion.reopened"),
  ),
  "suggestion.reopened": onSuggestion((write, suggestion, event) =>
    changeSuggestion(write, suggestion, fieldsOf(event), "suggestion.answered"),
  ),
  "item.created": removeItem,
  "item.restored": removeItem,
  "item.deleted": onItem((write, item) => changeItem(write, item, { deletedAt: null }, "item.restored")),
  "item.updated": putItemBackAs("item.updated"),
  "item.moved": putItemBackAs("item.moved"),
  ...listInverses(),
  "comment.created": removeComment,
  "comment.restored": removeComment,
  "comment.deleted": onComment((write, comment, event) => bringBackComment(write, comment, event.actorId)),
  "comment.updated": rewriteComment,
  "comment.resolved": rewriteComment,
  "member.joined": onPlaceholder((write, member, { after: { separatedFrom } }) =>
    typeof separatedFrom === "string" ? takeOutAs(write, member, separatedFrom) : takeOut(write, member),
  ),
  "member.left": onPlaceholder((write, member, { after: { mergedInto } }) =>
    bringIn(write, member, typeof mergedInto === "string" ? { separatedFrom: mergedInto } : {}),
  ),
  "member.updated": onPlaceholder((write, member, event) =>
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
  return onOwnSuggestion((write, suggestion, event) =>
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
 * Each person has one vote: a vote that somebody gave as a guest, before the guest became a member of the trip, stays
 * as it is.
 */
function revote(write: TripWrite, event: StoredEvent): Promise<unknown> {
  const { id } = memberOf(write);
  if (event.after["memberId"] !== id)
    throw new AppError("NOT_UNDOABLE", "You voted this as a guest, and have another vote by now: vote anew.");
  return setVote(write, event.entityId, id, Number(event.before?.["value"] ?? 0));
}
