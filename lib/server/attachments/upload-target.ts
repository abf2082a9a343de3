import { type Db, runPipelined } from "#db/client.ts";
import { type AttachmentCounts, countAttachments } from "#db/queries/attachments.ts";
import { MAX_ATTACHMENTS } from "#lib/shared/attachment-limits.ts";
import type { AttachmentTarget } from "#lib/shared/attachments.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type Readers, requireTarget } from "../comments/target.ts";
import type { Ctx } from "../context.ts";
import { writeTrip } from "../writes/write.ts";

/**
 * The limit of a trip's files including those that were deleted in the last 30 days; otherwise a user could fill any
 * storage by deleting and uploading.
 */
const MAX_STORED = 4 * MAX_ATTACHMENTS;

/** What the checks of a new file need: its target and the number of files. */
export interface UploadTarget {
  /** The target's error, which is thrown under the trip's lock, since it must not hide a 404 for the trip. */
  refusal: unknown;
  /** Who may see the file; null: everybody in the trip. */
  readers: Readers | null;
  room: AttachmentCounts | undefined;
}

export async function readUploadTarget(
  tx: Db,
  tripId: string,
  target: AttachmentTarget,
  userId: string,
): Promise<UploadTarget> {
  const [found, [room]] = await runPipelined([
    requireTarget(tx, tripId, target, userId).then(
      (readers) => ({ refusal: null, readers }),
      (refusal: unknown) => ({ refusal, readers: null }),
    ),
    countAttachments(tx, { tripId }),
  ]);
  return { ...found, room };
}

export function requireUploadTarget({ refusal, room }: Omit<UploadTarget, "readers">): void {
  if (refusal !== null) throw refusal;
  requireAttachmentCapacity(room);
  if (room && room.stored < MAX_STORED) return;
  throw new AppError(
    "LIMIT_REACHED",
    "Many files of this trip were deleted lately. Try again in a few days.",
  );
}

export function requireAttachmentCapacity(room: AttachmentCounts | undefined): void {
  if (!room) throw new Error("The query of the room returned no row.");
  if (room.live < MAX_ATTACHMENTS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_ATTACHMENTS} files. Delete some first.`);
}

/** Runs all checks of the later write before anything is stored. It writes nothing, and stores no idempotency key. */
export function requireUploadAllowed(ctx: Ctx, tripId: string, target: AttachmentTarget): Promise<void> {
  const probe = { ...ctx, write: { ...ctx.write, idempotency: null }, reply: { ...ctx.reply } };
  return writeTrip(probe, tripId, "editor", {
    read: (tx) => readUploadTarget(tx, tripId, target, ctx.viewer.userId),
    work: async (_write, place) => requireUploadTarget(place),
  });
}
