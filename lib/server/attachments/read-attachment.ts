import { selectAttachment, selectAttachments } from "#db/queries/attachments.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { notFound } from "#lib/shared/errors.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import type { PrivateFile } from "../http/download.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objectStore } from "../storage/storage.ts";
import { requireAttachmentVisible } from "./edit-attachment.ts";
import { savedName } from "./file-name.ts";

export async function listAttachments(ctx: Ctx, tripId: string): Promise<AttachmentDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectAttachments(ctx.db, { tripId, userId: ctx.viewer.userId });
  return rows.map(({ attachment }) => attachment);
}

/** Returns a file of the trip that is not deleted, for the trip's members. */
export async function openAttachment(
  ctx: Ctx,
  { tripId, attachmentId }: { tripId: string; attachmentId: string },
  store: ObjectStore = objectStore(),
): Promise<PrivateFile> {
  await requireAccess(ctx, tripId, "guest");
  const [row] = await selectAttachment(ctx.db, { tripId, id: attachmentId });
  if (!row || row.attachment.deletedAt) throw notFound("attachment");
  await requireAttachmentVisible(ctx.db, tripId, row.attachment, ctx.viewer.userId);
  const { name, contentType, size } = row.attachment;
  return {
    name: savedName(name, contentType),
    contentType,
    etag: `"${row.digest}"`,
    size,
    read: (range) => store.read(row.objectKey, range),
  };
}
