import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import { insertAttachment } from "#db/queries/attachments.ts";
import type { ClientId } from "#db/queries/write.ts";
import type { AttachmentDto, AttachmentTarget } from "#lib/shared/attachments.ts";
import { AppError } from "#lib/shared/errors.ts";
import { readerUserIds } from "../comments/target.ts";
import type { Ctx } from "../context.ts";
import { isDatabaseAway } from "../http/errors.ts";
import { Replay } from "../writes/idempotency.ts";
import { newRowFields } from "../writes/row-fields.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import type { AttachmentType } from "./inspect-file.ts";
import { newObjectKey } from "./object-keys.ts";
import { readUploadTarget, requireUploadTarget } from "./upload-target.ts";

export interface InspectedFile {
  target: AttachmentTarget;
  name: string;
  contentType: AttachmentType;
  bytes: Uint8Array;
}

/** The `Cache-Control` that the bucket stores; the service sends its own headers. */
const CACHE_CONTROL = "private, no-store";

/**
 * Stores the object first, and then its row and event in one write. If the write fails, the object is deleted again.
 */
export async function storeFile(
  ctx: Ctx,
  tripId: string,
  file: InspectedFile,
  as: { id: string; claim: ClientId | null; store: ObjectStore },
): Promise<AttachmentDto> {
  const { contentType, bytes } = file;
  const objectKey = newObjectKey(tripId);
  await as.store.put(objectKey, bytes, { contentType, cacheControl: CACHE_CONTROL });
  try {
    return await writeRow(ctx, tripId, file, { ...as, objectKey });
  } catch (error) {
    // An object that cannot be deleted here, or must not be, is deleted by the sweep.
    if (isUndone(error)) await as.store.delete(objectKey).catch(() => undefined);
    throw error;
  }
}

/** Whether the write was surely not committed. After a lost connection to the database it may have been. */
function isUndone(error: unknown): boolean {
  if (isDatabaseAway(error)) return false;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return error instanceof AppError || error instanceof Replay || cause instanceof DatabaseError;
}

function writeRow(
  ctx: Ctx,
  tripId: string,
  { target, name, contentType, bytes }: InspectedFile,
  { id, claim, objectKey }: { id: string; claim: ClientId | null; objectKey: string },
): Promise<AttachmentDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => readUploadTarget(tx, tripId, target, ctx.viewer.userId),
    work: async (write, place) => {
      requireUploadTarget(place);
      const size = bytes.byteLength;
      const memberId = requireWriteMember(write).id;
      const given = { id, target, name, contentType, size, memberId };
      const attachment: AttachmentDto = { ...given, deletedAt: null, ...newRowFields(write) };
      const digest = createHash("sha256").update(bytes).digest("base64url");
      const where = { targetKind: target.kind, targetId: target.id };
      const row = {
        id,
        tripId,
        ...where,
        name,
        contentType,
        size,
        digest,
        objectKey,
        memberId,
        at: write.at,
      };
      write.send(insertAttachment(write.tx, row));
      write.claim(claim);
      const visibleTo = readerUserIds(place.readers);
      write.record({ op: "attachment.created", entityId: id, after: attachment, visibleTo });
      return attachment;
    },
  });
}
