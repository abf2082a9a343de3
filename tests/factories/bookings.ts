import { call } from "#lib/client/base/api.ts";
import { attachmentsApi } from "#lib/shared/api/attachments.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import type { AttachmentDto, AttachmentTarget } from "#lib/shared/attachments.ts";
import type { NewReservation, ReservationDto } from "#lib/shared/reservations.ts";
import { newPdf } from "#tests/helpers/files.ts";
import type { Person } from "./people.ts";
import { as } from "./trips.ts";

/** Creates an unconfirmed reservation of a night in Kyoto, unless the overrides say otherwise. */
export async function newReservation(
  editor: Person,
  tripId: string,
  overrides: Partial<NewReservation> = {},
): Promise<ReservationDto> {
  const body = {
    kind: "lodging" as const,
    title: "Ryokan",
    start: { local: "2026-11-14T15:00", zone: "Asia/Tokyo" },
    end: { local: "2026-11-15T11:00", zone: "Asia/Tokyo" },
    ...overrides,
  };
  return (await call(reservationsApi.create, { params: { tripId }, body }, as(editor))).data;
}

interface NewFile {
  target: AttachmentTarget;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Creates a PDF that is attached to the trip itself, unless the overrides say otherwise. */
export async function newAttachment(
  editor: Person,
  tripId: string,
  overrides: Partial<NewFile> = {},
): Promise<AttachmentDto> {
  const { target = { kind: "trip", id: tripId }, name = "ticket.pdf", bytes = newPdf() } = overrides;
  const query = { target: `${target.kind}:${target.id}`, name };
  const input = { params: { tripId }, query, file: new Blob([bytes]) };
  return (await call(attachmentsApi.upload, input, as(editor))).data;
}
