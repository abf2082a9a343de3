import type { EventOp, VisibleEvent } from "#lib/shared/events.ts";
import { LIST_KINDS, type ListOp } from "#lib/shared/resources/list-resources.ts";
import { type HistoryGroup, isItemTick } from "./history-groups.ts";

/**
 * Who may undo an event. `author`: the user who made it. `item`: an editor, or its author if the item is private or
 * was only ticked off. `placeholder`: an editor, if the member has no user.
 */
type Right = "editor" | "author" | "item" | "placeholder" | null;

/**
 * Who may undo each op, so that no button is shown for an undo that the service would refuse; the service checks
 * again. null means that the op is reversed in another way.
 */
const RIGHTS: { readonly [Op in EventOp]: Right } = {
  "trip.created": null,
  "trip.updated": "editor",
  "trip.archived": null,
  "trip.unarchived": null,
  "trip.deleted": null,
  "trip.restored": null,
  "day.created": "editor",
  "day.updated": "editor",
  "day.deleted": "editor",
  "day.restored": "editor",
  "stop.created": "editor",
  "stop.updated": "editor",
  "stop.moved": "editor",
  "stop.deleted": "editor",
  "stop.restored": "editor",
  "vote.set": "author",
  "comment.created": "author",
  "comment.updated": "author",
  "comment.resolved": "author",
  "comment.deleted": "author",
  "comment.restored": "author",
  "reservation.created": "editor",
  "reservation.updated": "editor",
  "reservation.deleted": "editor",
  "reservation.restored": "editor",
  "expense.created": "editor",
  "expense.updated": "editor",
  // Nobody can undo a change of who sees an expense: other members have seen the expense, or it was taken from them.
  "expense.shared": null,
  "expense.published": null,
  "expense.withdrawn": null,
  "expense.deleted": "editor",
  "expense.restored": "editor",
  "settlement.created": "editor",
  "settlement.updated": "editor",
  "settlement.deleted": "editor",
  "settlement.restored": "editor",
  "attachment.created": "editor",
  "attachment.deleted": "editor",
  "attachment.restored": "editor",
  "decision.created": "editor",
  "decision.updated": "editor",
  "decision.tied": "editor",
  "decision.closed": "editor",
  "decision.reopened": "editor",
  "decision.deleted": "editor",
  "decision.restored": "editor",
  "suggestion.created": "author",
  "suggestion.answered": "editor",
  "suggestion.reopened": "editor",
  "item.created": "item",
  "item.updated": "item",
  "item.moved": "item",
  "item.deleted": "item",
  "item.restored": "item",
  ...listRights(),
  "member.joined": "placeholder",
  "member.updated": "placeholder",
  "member.left": "placeholder",
  "members.invalidated": null,
};

/** Returns who may undo the ops of the list resources: editors may undo every change. */
function listRights(): { readonly [Op in ListOp]: "editor" } {
  const ops = LIST_KINDS.flatMap((kind) =>
    (["created", "updated", "moved", "deleted", "restored"] as const).map((verb) => [
      `${kind}.${verb}`,
      "editor",
    ]),
  );
  // The cast is safe because there is an entry for each op.
  return Object.fromEntries(ops) as { readonly [Op in ListOp]: "editor" };
}

export interface Undoer {
  userId: string;
  /** Whether the user may change the plan. */
  edit: boolean;
  /** Whether the user may vote and comment. */
  join: boolean;
}

/** Whether this user may undo the group. Roles, archiving and the creation of the trip are reversed in other ways. */
export function isUndoable({ events }: Pick<HistoryGroup, "events">, person: Undoer): boolean {
  // Separating two merged members is an undo of the whole write, which editors may do.
  if (events.some(isMerge)) return person.edit;
  return events.length > 0 && events.every((event) => mayUndo(event, person));
}

function isMerge({ entity }: VisibleEvent): boolean {
  return "mergedInto" in entity || "separatedFrom" in entity;
}

function mayUndo(event: VisibleEvent, { userId, edit, join }: Undoer): boolean {
  const isOwn = event.actorId === userId;
  const right = RIGHTS[event.op];
  switch (right) {
    case "editor":
      return edit;
    case "author":
      return join && isOwn;
    case "item":
      return edit || (join && isOwn && (isItemTick(event) || isPrivate(event)));
    case "placeholder":
      // Members join, leave and change roles in other ways; editors may undo only events of members without a user.
      return edit && "userId" in event.entity && event.entity.userId === null;
    case null:
      return false;
    default:
      return right satisfies never;
  }
}

/** Whether only the participants of the row can see the event. */
export function isParticipantsOnly({ entity }: VisibleEvent): boolean {
  return "private" in entity && entity.private;
}

/** Whether only the owner of the row can see the event. */
export function isPrivate({ entity }: VisibleEvent): boolean {
  return "ownerId" in entity && entity.ownerId !== null;
}
