import type { NotificationDto } from "./notifications.ts";

/** Where the web app shows what a notification tells of. */
export function notificationPath({
  tripId,
  kind,
  details: { target },
}: Pick<NotificationDto, "tripId" | "kind" | "details">): string {
  const trip = `/trips/${tripId}`;
  if (target?.kind === "stop") return `${trip}?stop=${target.id}`;
  if (target?.kind === "reservation") return `${trip}?view=bookings&booking=${target.id}`;
  if (target?.kind === "expense") return `${trip}?view=money&expense=${target.id}`;
  if (target?.kind === "trip") return `${trip}?talk=1`;
  return `${trip}${SEARCH[kind]}`;
}

/** Where the thing itself stands; what was answered is in the history. */
const SEARCH: Record<NotificationDto["kind"], string> = {
  mention: "",
  decision_closed: "?view=ideas",
  decision_tied: "?view=ideas",
  suggestion: "?suggestions=1",
  suggestion_answered: "?view=activity",
  settlement: "?view=money",
};
