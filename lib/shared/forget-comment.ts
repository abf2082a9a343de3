import type { TripEvent, VisibleEvent } from "./events.ts";

type Spoken = Extract<VisibleEvent, { entity: { body: string } }>;

/** Returns the event without the text of a comment; an event about something else is returned unchanged. */
export function redactCommentInEvent(event: TripEvent, commentId: string): TripEvent {
  if (event.op === "redacted" || event.entityId !== commentId || !isSpoken(event)) return event;
  const { body, ...others } = event.changes ?? {};
  const changes: Spoken["changes"] = body ? { ...others, body: ["", ""] } : event.changes;
  return { ...event, entity: { ...event.entity, body: "" }, changes };
}

function isSpoken(event: VisibleEvent): event is Spoken {
  return "body" in event.entity;
}
