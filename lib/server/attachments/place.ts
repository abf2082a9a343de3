import { type Db, pipelined } from "#db/client.ts";
import { type AttachmentRoom, selectAttachmentRoom } from "#db/queries/attachments.ts";
import { MAX_ATTACHMENTS } from "#lib/shared/attachment-limits.ts";
import type { AttachmentTarget } from "#lib/shared/attachments.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type Readers, requireTarget } from "../comments/target.ts";
import type { Ctx } from "../context.ts";
import { writeTrip } from "../write.ts";

/** With those that were deleted in the last 30 days: else deleting and sending again would fill any storage. */
const MAX_STORED = 4 * MAX_ATTACHMENTS;

/** What a new file needs to know: whether its target is there, and how many files are. */
export interface Place {
  /** Looked at under the trip's lock, since a refused target must not hide a 404 for the trip. */
  refusal: unknown;
  /** Who may see it; null: everybody in the trip. */
  readers: Readers | null;
  room: AttachmentRoom | undefined;
}

export async function readPlace(
  tx: Db,
  tripId: string,
  target: AttachmentTarget,
  userId: string,
): Promise<Place> {
  const [found, [room]] = await pipelined([
    requireTarget(tx, tripId, target, userId).then(
      (readers) => ({ refusal: null, readers }),
      (refusal: unknown) => ({ refusal, readers: null }),
    ),
    selectAttachmentRoom(tx, { tripId }),
  ]);
  return { ...found, room };
}

export function requirePlace({ refusal, room }: Omit<Place, "readers">): void {
  if (refusal !== null) throw refusal;
  requireRoom(room);
  if (room && room.stored < MAX_STORED) return;
  throw new AppError(
    "LIMIT_REACHED",
    "Many files of this trip were deleted lately. Try again in a few days.",
  );
}

export function requireRoom(room: AttachmentRoom | undefined): void {
  if (!room) throw new Error("The query of the room returned no row.");
  if (room.live < MAX_ATTACHMENTS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_ATTACHMENTS} files. Delete some first.`);
}

/** All that the write will ask, asked before anything is stored; it writes nothing, and remembers no key. */
export function requireWelcome(ctx: Ctx, tripId: string, target: AttachmentTarget): Promise<void> {
  const probe = { ...ctx, write: { ...ctx.write, idempotency: null }, reply: { ...ctx.reply } };
  return writeTrip(probe, tripId, "editor", {
    read: (tx) => readPlace(tx, tripId, target, ctx.viewer.userId),
    work: async (_write, place) => requirePlace(place),
  });
}
