import { redactBody, saveAnswerBody, selectAnswersWith } from "#db/queries/events.ts";
import { isToldByLog } from "../idempotency.ts";
import { requoteNotifications } from "../notifications/notify.ts";
import type { TripWrite } from "../write.ts";

/** A deleted comment's words leave the log, the inboxes of whom it mentioned, and the answers that are kept for repeats. */
export async function forgetWords(write: TripWrite, commentId: string): Promise<void> {
  const entity = { tripId: write.trip.id, entityId: commentId };
  write.send(redactBody(write.tx, entity));
  requoteNotifications(write, commentId, null);
  for (const { body, ...answer } of await selectAnswersWith(write.tx, entity)) {
    if (isToldByLog(body)) continue;
    const silent = JSON.stringify(JSON.parse(body, (_key, value: unknown) => silenced(value, commentId)));
    write.send(saveAnswerBody(write.tx, { ...answer, body: silent }));
  }
}

/** The comment as an answer holds it, alone or in an event: `changes` are its old and new words. */
function silenced(value: unknown, commentId: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("id" in value && value.id === commentId && "body" in value) return { ...value, body: "" };
  if (!("entityId" in value) || value.entityId !== commentId || !("changes" in value)) return value;
  const changes = typeof value.changes === "object" && value.changes !== null ? value.changes : {};
  return "body" in changes ? { ...value, changes: { ...changes, body: ["", ""] } } : value;
}
