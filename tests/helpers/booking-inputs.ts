import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { incomingKey } from "#lib/server/attachments/object-keys.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { newAttachment, newReservation } from "#tests/factories/bookings.ts";
import type { Person } from "#tests/factories/people.ts";
import type { TripFixture } from "#tests/factories/trip-fixture.ts";
import { as } from "#tests/factories/trips.ts";
import { newPdf } from "./files.ts";
import type { SendInput } from "./handlers.ts";
import { formWith } from "./pictures.ts";

type MakeInput = (scene: TripFixture, by: Person) => SendInput | Promise<SendInput>;

async function onNewReservation({ owner, tripId }: TripFixture, body?: object): Promise<SendInput> {
  const { id: reservationId } = await newReservation(owner, tripId);
  return { params: { tripId, reservationId }, body };
}

async function onNewAttachment({ owner, tripId }: TripFixture): Promise<SendInput> {
  const { id: attachmentId } = await newAttachment(owner, tripId);
  return { params: { tripId, attachmentId } };
}

function intentOf({ stop }: TripFixture, bytes: Uint8Array) {
  const target = { kind: "stop", id: stop.id };
  return { id: uuidv7(), target, name: "ticket.pdf", contentType: "application/pdf", size: bytes.byteLength };
}

/** Inputs of the endpoints of reservations and attachments, in the form that `inputs.ts` describes. */
export const BOOKING_INPUTS: Readonly<Record<string, MakeInput>> = {
  "reservations.list": ({ tripId }) => ({ params: { tripId } }),
  "reservations.create": ({ tripId, trip, stop }) => ({
    params: { tripId },
    body: {
      id: uuidv7(),
      kind: "flight",
      title: "JL 62",
      start: { local: "2026-11-14T17:25", zone: "Asia/Tokyo" },
      end: { local: "2026-11-14", zone: "America/Los_Angeles" },
      from: { name: "Narita", lat: 35.77, lng: 140.39, address: "Narita, Chiba", code: "NRT" },
      to: { name: "Los Angeles", code: "LAX" },
      confirmation: "ABC123",
      provider: "Japan Airlines",
      contact: "+81 570 025 031",
      url: "https://jal.test/",
      notes: "Window seats.",
      cost: { amount: 120_000, currency: "JPY" },
      stopId: stop.id,
      participants: [trip.members[0]?.id],
    },
  }),
  "reservations.update": (scene) =>
    onNewReservation(scene, {
      title: "Tawaraya",
      from: { name: "Kyoto", lat: 35, lng: 135.77 },
      end: { local: "2026-11-16T11:00", zone: "Asia/Tokyo" },
      cost: { amount: 5, currency: "EUR" },
    }),
  "reservations.delete": (scene) => onNewReservation(scene),
  "reservations.restore": async (scene) => {
    const input = await onNewReservation(scene);
    const params = { tripId: scene.tripId, reservationId: input.params?.reservationId ?? "" };
    await call(reservationsApi.delete, { params }, as(scene.owner));
    return input;
  },
  "attachments.list": ({ tripId }) => ({ params: { tripId } }),
  "attachments.upload": ({ tripId, stop }) => ({
    params: { tripId },
    query: { id: uuidv7(), target: `stop:${stop.id}`, name: "ticket.pdf" },
    form: formWith(newPdf(), "ticket.pdf", "application/pdf"),
  }),
  "attachments.begin": (scene) => ({
    params: { tripId: scene.tripId },
    body: intentOf(scene, newPdf()),
  }),
  // In production, a browser's form uploads the object to a bucket; here the test puts it where the service looks for
  // it.
  "attachments.confirm": async (scene, by) => {
    const bytes = newPdf();
    const body = intentOf(scene, bytes);
    const meta = { contentType: body.contentType, cacheControl: "" };
    await objectStore().put(incomingKey(scene.tripId, by.userId, body.id), bytes, meta);
    return { params: { tripId: scene.tripId }, body };
  },
  "attachments.read": onNewAttachment,
  "attachments.delete": onNewAttachment,
  "attachments.restore": async (scene) => {
    const input = await onNewAttachment(scene);
    const params = { tripId: scene.tripId, attachmentId: input.params?.attachmentId ?? "" };
    await call(attachmentsApi.delete, { params }, as(scene.owner));
    return input;
  },
};
