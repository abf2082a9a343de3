import type { VisibleEvent } from "#lib/shared/events.ts";
import { fieldPhrase } from "./field-phrase.ts";
import type { On, Phrase, Told } from "./history-phrase.ts";

type ReservationOp = Extract<VisibleEvent["op"], `reservation.${string}`>;
type AttachmentOp = Extract<VisibleEvent["op"], `attachment.${string}`>;

export function reservationPhrase(event: On<ReservationOp>, { changes, names, events }: Told): Phrase {
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

export function attachmentPhrase(event: On<AttachmentOp>, { names }: Told): Phrase {
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
