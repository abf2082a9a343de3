import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { type CallResult, call } from "../base/api.ts";
import { attachmentsApi } from "../base/operations.ts";
import type { Write } from "./write.ts";

/**
 * A write for a file whose bytes are already uploaded. It behaves like any other write, so the file shows at once and
 * the upload can be undone.
 */
export function uploadedWrite({ data, seq, status }: CallResult<AttachmentDto>): Write<AttachmentDto> {
  const isThere = data.deletedAt === null;
  const made = isThere ? [{ op: "attachment.created" as const, entity: data }] : [];
  return {
    label: { action: "addAttachment", entityId: data.id },
    send: () => Promise.resolve({ data, seq, status }),
    predict: () => made,
    settledBy: "attachment.created",
  };
}

export function deleteAttachmentWrite(tripId: string, attachmentId: string): Write<undefined> {
  return {
    label: { action: "deleteAttachment", entityId: attachmentId },
    send: (options) => call(attachmentsApi.delete, { params: { tripId, attachmentId } }, options),
    predict: () => [{ op: "attachment.deleted", entity: { id: attachmentId } }],
    settledBy: "attachment.deleted",
  };
}

export function restoreAttachmentWrite(tripId: string, attachmentId: string): Write<AttachmentDto> {
  return {
    label: { action: "restoreAttachment", entityId: attachmentId },
    send: (options) => call(attachmentsApi.restore, { params: { tripId, attachmentId } }, options),
    predict: () => [],
    confirm: (attachment) => [{ op: "attachment.restored", entity: attachment }],
    settledBy: "attachment.restored",
  };
}
