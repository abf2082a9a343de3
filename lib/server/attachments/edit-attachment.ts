import { pipelined } from "#db/client.ts";
import {
  type AttachmentRoom,
  saveAttachment,
  selectAttachment,
  selectAttachmentRoom,
} from "#db/queries/attachments.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../write.ts";
import { requireRoom } from "./place.ts";

/** Takes the file out of the trip; its bytes stay for 30 days, for whoever wants it back. */
export async function removeAttachment(write: TripWrite, attachment: AttachmentDto): Promise<AttachmentDto> {
  if (attachment.deletedAt) return attachment;
  const saved = await save(write, attachment, write.at);
  const { id } = attachment;
  write.record({ op: "attachment.deleted", entityId: id, before: { deletedAt: null }, after: { id } });
  return saved;
}

/** @throws AppError NOT_FOUND once the bytes have gone, LIMIT_REACHED */
export async function bringBackAttachment(
  write: TripWrite,
  attachment: AttachmentDto,
): Promise<AttachmentDto> {
  const [room] = await selectAttachmentRoom(write.tx, { tripId: write.trip.id });
  return putBack(write, attachment, room);
}

async function putBack(
  write: TripWrite,
  attachment: AttachmentDto,
  room: AttachmentRoom | undefined,
): Promise<AttachmentDto> {
  const { id, deletedAt } = attachment;
  if (!deletedAt) return attachment;
  requireRoom(room);
  const saved = await save(write, attachment, null);
  write.record({ op: "attachment.restored", entityId: id, before: { deletedAt }, after: saved });
  return saved;
}

/** Its answer is waited for: the purge needs no lock of the trip, and may have been here first. */
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
      await removeAttachment(write, row.attachment);
      return undefined;
    },
  });
}

export function restoreAttachment(ctx: Ctx, tripId: string, id: string): Promise<AttachmentDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => pipelined([selectAttachment(tx, { tripId, id }), selectAttachmentRoom(tx, { tripId })]),
    work: async (write, [[row], [room]]) => {
      if (!row) throw notFound("attachment");
      return putBack(write, row.attachment, room);
    },
  });
}
