import { redactBody, saveAnswerBody, selectAnswersWithComment } from "#db/queries/events.ts";
import { isReadFromEventLog } from "../writes/idempotency.ts";
import { requoteNotifications } from "../notifications/notify.ts";
import type { TripWrite } from "../writes/write.ts";

/**
 * Removes the text of a deleted comment from the event log, from the inboxes of mentioned users, and from the answers
 * that are stored for repeats.
 */
export async function redactComment(write: TripWrite, commentId: string): Promise<void> {
  const entity = { tripId: write.trip.id, entityId: commentId };
  write.send(redactBody(write.tx, entity));
  requoteNotifications(write, commentId, null);
  for (const { body, ...answer } of await selectAnswersWithComment(write.tx, entity)) {
    if (isReadFromEventLog(body)) continue;
    const silent = JSON.stringify(JSON.parse(body, (_key, value: unknown) => silenced(value, commentId)));
    write.send(saveAnswerBody(write.tx, { ...answer, body: silent }));
  }
}

/**
 * Removes the comment's text from a stored answer, which contains the comment alone or in an event; the event's
 * `changes` have its old and new text.
 */
function silenced(value: unknown, commentId: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("id" in value && value.id === commentId && "body" in value) return { ...value, body: "" };
  if (!("entityId" in value) || value.entityId !== commentId || !("changes" in value)) return value;
  const changes = typeof value.changes === "object" && value.changes !== null ? value.changes : {};
  return "body" in changes ? { ...value, changes: { ...changes, body: ["", ""] } } : value;
}
