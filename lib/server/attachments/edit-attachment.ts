import { type Db, runPipelined } from "#db/client.ts";
import {
  type AttachmentCounts,
  saveAttachment,
  selectAttachment,
  countAttachments,
} from "#db/queries/attachments.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { notFound } from "#lib/shared/errors.ts";
import { readerUserIds, isReader, readersOf } from "../comments/target.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { requireAttachmentCapacity } from "./upload-target.ts";

/**
 * Checks that the reader may see an attachment.
 * @param reader a member's id or a user's id
 * @throws AppError NOT_FOUND when the attachment belongs to a row that is private to others
 */
export async function requireAttachmentVisible(
  tx: Db,
  tripId: string,
  { target }: AttachmentDto,
  reader: string,
): Promise<void> {
  if (!isReader(await readersOf(tx, tripId, target), reader)) throw notFound("attachment");
}

async function audienceOf(write: TripWrite, { target }: AttachmentDto): Promise<string[] | null> {
  return readerUserIds(await readersOf(write.tx, write.trip.id, target));
}

/** Deletes an attachment from the trip. Its bytes stay for 30 days, in which it can be restored. */
export async function removeAttachment(write: TripWrite, attachment: AttachmentDto): Promise<AttachmentDto> {
  if (attachment.deletedAt) return attachment;
  const saved = await save(write, attachment, write.at);
  const { id } = attachment;
  const event = { entityId: id, before: { deletedAt: null }, after: { id } };
  write.record({ op: "attachment.deleted", ...event, visibleTo: await audienceOf(write, attachment) });
  return saved;
}

/**
 * Restores a deleted attachment.
 * @throws AppError NOT_FOUND once its bytes are deleted; LIMIT_REACHED
 */
export async function bringBackAttachment(
  write: TripWrite,
  attachment: AttachmentDto,
): Promise<AttachmentDto> {
  const [room] = await countAttachments(write.tx, { tripId: write.trip.id });
  return putBack(write, attachment, room);
}

async function putBack(
  write: TripWrite,
  attachment: AttachmentDto,
  room: AttachmentCounts | undefined,
): Promise<AttachmentDto> {
  const { id, deletedAt } = attachment;
  if (!deletedAt) return attachment;
  requireAttachmentCapacity(room);
  const saved = await save(write, attachment, null);
  const visibleTo = await audienceOf(write, attachment);
  write.record({ op: "attachment.restored", entityId: id, before: { deletedAt }, after: saved, visibleTo });
  return saved;
}

/**
 * Writes the row and waits for the result, because the purge does not lock the trip and may have deleted the row
 * before.
 */
async function save(write: TripWrite, { id }: AttachmentDto, deletedAt: Date | null): Promise<AttachmentDto> {
  const [saved] = await saveAttachment(write.tx, { tripId: write.trip.id, id, deletedAt, at: write.at });
  if (!saved) throw notFound("attachment");
  return saved.attachment;
}

export function deleteAttachment(ctx: Ctx, tripId: string, id: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => selectAttachment(tx, { tripId, id }),
    work: async (write, [row]) => {
      if (!row || row.attachment.deletedAt) throw notFound("attachment");
      await requireAttachmentVisible(write.tx, tripId, row.attachment, ctx.viewer.userId);
      await removeAttachment(write, row.attachment);
      return undefined;
    },
  });
}

export function restoreAttachment(ctx: Ctx, tripId: string, id: string): Promise<AttachmentDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => runPipelined([selectAttachment(tx, { tripId, id }), countAttachments(tx, { tripId })]),
    work: async (write, [[row], [room]]) => {
      if (!row) throw notFound("attachment");
      await requireAttachmentVisible(write.tx, tripId, row.attachment, ctx.viewer.userId);
      return putBack(write, row.attachment, room);
    },
  });
}
