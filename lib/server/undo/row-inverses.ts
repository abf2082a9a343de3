import { selectAttachment } from "#db/queries/attachments.ts";
import { selectComment } from "#db/queries/comments.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectDecision } from "#db/queries/decisions.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import { selectItem } from "#db/queries/items.ts";
import { selectMember } from "#db/queries/members.ts";
import { selectReservation } from "#db/queries/reservations.ts";
import { selectSettlement } from "#db/queries/settlements.ts";
import { selectSuggestion } from "#db/queries/suggestions.ts";
import { notFound } from "#lib/shared/errors.ts";
import { requirePlaceholder } from "../members/placeholders.ts";
import type { TripWrite } from "../writes/write.ts";

/**
 * Who may undo an event. `editor`: everybody who may change the plan. `author`: only the user who wrote the event.
 * `item`: an editor, and also the event's author if the item is private or the event only ticked it.
 */
export type UndoRight = "editor" | "author" | "item";

export interface Inverse {
  need: UndoRight;
  apply(write: TripWrite, event: StoredEvent): Promise<unknown>;
}

type Act<Row> = (write: TripWrite, row: Row, event: StoredEvent) => unknown;

/** Makes inverses for events of one kind of row. Each gets the current row, deleted or not. */
export function rowInverse<Row>(
  need: UndoRight,
  what: string,
  find: (write: TripWrite, id: string) => Promise<Row | undefined>,
): (act: Act<Row>) => Inverse {
  return (act) => ({
    need,
    async apply(write, event) {
      const row = await find(write, event.entityId);
      if (row === undefined) throw notFound(what);
      await act(write, row, event);
    },
  });
}

export const dayInverse = rowInverse("editor", "day", async ({ tx, trip }, dayId) => {
  return (await selectDay(tx, { tripId: trip.id, dayId }))[0]?.day;
});
export const reservationInverse = rowInverse("editor", "reservation", async ({ tx, trip }, reservationId) => {
  return (await selectReservation(tx, { tripId: trip.id, reservationId }))[0]?.reservation;
});
export const settlementInverse = rowInverse("editor", "settlement", async ({ tx, trip }, settlementId) => {
  return (await selectSettlement(tx, { tripId: trip.id, settlementId }))[0]?.settlement;
});
export const attachmentInverse = rowInverse("editor", "attachment", async ({ tx, trip }, id) => {
  return (await selectAttachment(tx, { tripId: trip.id, id }))[0]?.attachment;
});
export const decisionInverse = rowInverse("editor", "decision", async ({ tx, trip }, decisionId) => {
  return (await selectDecision(tx, { tripId: trip.id, decisionId }))[0]?.decision;
});
export const itemInverse = rowInverse("item", "item", async ({ tx, trip }, itemId) => {
  return (await selectItem(tx, { tripId: trip.id, itemId }))[0]?.item;
});
const findSuggestion = async ({ tx, trip }: TripWrite, id: string) =>
  (await selectSuggestion(tx, { tripId: trip.id, id }))[0]?.suggestion;
export const suggestionInverse = rowInverse("editor", "suggestion", findSuggestion);
export const ownSuggestionInverse = rowInverse("author", "suggestion", findSuggestion);
export const commentInverse = rowInverse("author", "comment", async ({ tx, trip }, id) => {
  return (await selectComment(tx, { tripId: trip.id, id }))[0]?.comment;
});
export const placeholderInverse = rowInverse("editor", "member", async ({ tx, trip }, id) => {
  return requirePlaceholder(await selectMember(tx, { tripId: trip.id, id }), "any");
});
