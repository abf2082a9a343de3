import type { NotificationDto } from "./notifications.ts";

/** The path of the web app's page that shows what a notification is about. */
export function notificationPath({
  tripId,
  kind,
  details: { target, entityId },
}: Pick<NotificationDto, "tripId" | "kind" | "details">): string {
  const trip = `/trips/${tripId}`;
  // The fragment names a comment, and the thread scrolls to it.
  const said = kind === "mention" && entityId !== null ? `#${commentAnchor(entityId)}` : "";
  if (target?.kind === "stop") return `${trip}?stop=${target.id}${said}`;
  if (target?.kind === "reservation") return `${trip}?view=bookings&booking=${target.id}${said}`;
  if (target?.kind === "expense") return `${trip}?view=money&expense=${target.id}${said}`;
  if (target?.kind === "trip") return `${trip}?talk=1${said}`;
  return `${trip}${SEARCH[kind]}`;
}

/** The id of a comment's element on a trip's page. */
export function commentAnchor(commentId: string): string {
  return `comment-${commentId}`;
}

/** The query parameters that open the row itself; the answer to a suggestion is in the history. */
const SEARCH: Record<NotificationDto["kind"], string> = {
  mention: "",
  decision_closed: "?view=ideas",
  decision_tied: "?view=ideas",
  suggestion: "?suggestions=1",
  suggestion_answered: "?view=activity",
  settlement: "?view=money",
};
