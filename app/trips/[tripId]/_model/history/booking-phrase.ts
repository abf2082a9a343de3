import type { VisibleEvent } from "#lib/shared/events.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { EventOf, Phrase, PhraseContext } from "./history-phrase.ts";

type ReservationOp = Extract<VisibleEvent["op"], `reservation.${string}`>;
type AttachmentOp = Extract<VisibleEvent["op"], `attachment.${string}`>;

export function reservationPhrase(
  event: EventOf<ReservationOp>,
  { changes, names, events }: PhraseContext,
): Phrase {
  const name = names.thing(event.entityId);
  switch (event.op) {
    case "reservation.created":
      return { key: "bookingAdded", values: { name } };
    case "reservation.deleted":
      return { key: "deleted", values: { name } };
    case "reservation.restored":
      return { key: "restored", values: { name } };
    case "reservation.updated":
      return fieldPhrase(name, changes, names, events.length);
    default:
      return event satisfies never;
  }
}

export function attachmentPhrase(event: EventOf<AttachmentOp>, { names }: PhraseContext): Phrase {
  const name = names.thing(event.entityId);
  switch (event.op) {
    case "attachment.created":
      return { key: "fileAdded", values: { name, to: names.target(event.entity.target) } };
    case "attachment.deleted":
      return { key: "fileRemoved", values: { name } };
    case "attachment.restored":
      return { key: "fileRestored", values: { name } };
    default:
      return event satisfies never;
  }
}
