import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from "../attachment-limits.ts";
import { AttachmentDto, AttachmentIntent, AttachmentName } from "../attachments.ts";
import { TargetParam } from "../comments.ts";
import { Id, NewId } from "../fields.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";
import * as z from "zod";

const AttachmentParams = TripParams.extend({ attachmentId: Id });

export const attachmentsApi = {
  list: endpoint({
    id: "attachments.list",
    method: "GET",
    path: "/api/trips/{tripId}/attachments",
    access: "guest",
    summary: "The trip's files; the bytes are read one by one.",
    params: TripParams,
    response: z.array(AttachmentDto),
    status: 200,
  }),
  upload: endpoint({
    id: "attachments.upload",
    method: "POST",
    path: "/api/trips/{tripId}/attachments",
    access: "editor",
    summary: "Add a PDF, JPEG, PNG or WebP up to 10 MiB to a reservation, a stop or the trip.",
    params: TripParams,
    query: z.strictObject({ id: NewId.optional(), target: TargetParam, name: AttachmentName }),
    upload: { field: "file", maxBytes: MAX_ATTACHMENT_BYTES, types: ATTACHMENT_TYPES },
    response: AttachmentDto,
    status: 201,
  }),
  begin: endpoint({
    id: "attachments.begin",
    method: "POST",
    path: "/api/trips/{tripId}/attachments/begin",
    access: "editor",
    summary: "Where to send a file that is too large for this service's host; then confirm it.",
    params: TripParams,
    body: AttachmentIntent,
    response: z.object({
      url: z.string().nullable().meta({ description: "null: upload it here instead" }),
      fields: z.record(z.string(), z.string()).meta({ description: "form fields that go before the file" }),
      expiresAt: z.iso.datetime().nullable(),
    }),
    status: 200,
  }),
  confirm: endpoint({
    id: "attachments.confirm",
    method: "POST",
    path: "/api/trips/{tripId}/attachments/confirm",
    access: "editor",
    summary: "Take in a file that was sent to where `begin` said.",
    params: TripParams,
    body: AttachmentIntent,
    response: AttachmentDto,
    status: 201,
  }),
  read: endpoint({
    id: "attachments.read",
    method: "GET",
    path: "/api/trips/{tripId}/attachments/{attachmentId}/file",
    access: "guest",
    summary: "The file itself, for members only.",
    params: AttachmentParams,
    download: ATTACHMENT_TYPES,
    status: 200,
  }),
  delete: endpoint({
    id: "attachments.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/attachments/{attachmentId}",
    access: "editor",
    summary: "Delete a file; it can be restored for 30 days.",
    params: AttachmentParams,
    status: 204,
  }),
  restore: endpoint({
    id: "attachments.restore",
    method: "POST",
    path: "/api/trips/{tripId}/attachments/{attachmentId}/restore",
    access: "editor",
    summary: "Bring a deleted file back.",
    params: AttachmentParams,
    response: AttachmentDto,
    status: 200,
  }),
};
