import { type CoverRow, selectCover } from "#db/queries/covers.ts";
import { coversApi } from "#lib/shared/api/covers.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import { freshDatabase } from "../process/database.ts";
import type { PrivatePicture } from "../http/picture.ts";
import { findInvite } from "../invites/accept-invite.ts";
import { inviteGone } from "../invites/join-trip.ts";
import { openCoverPicture } from "./cover-picture.ts";
import { coverOf } from "./read-cover.ts";

/** The limit of a client's requests with wrong tokens, against guessing. */
const MISSES = { windowSeconds: 600, max: 60 };
/** The limit of one link, for all the people to whom it was sent. */
const READS = { windowSeconds: 600, max: 600 };

/**
 * Returns the trip's cover for everybody with the invite's link; the plan stays with the trip's members.
 * @throws AppError INVITE_GONE, RATE_LIMITED
 */
export async function readInviteCover(headers: Headers, token: string): Promise<TripCover> {
  const row = await findRow(headers, token);
  const path = coversApi.pictureOfInvite.path.replace("{token}", token);
  return coverOf({ ...row, stops: [] }, path);
}

/**
 * Returns the cover's picture for everybody with the invite's link.
 * @throws AppError INVITE_GONE, NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function openInviteCover(
  { headers, signal }: Request,
  token: string,
  key: string,
): Promise<PrivatePicture> {
  return openCoverPicture(await findRow(headers, token), key, signal);
}

async function findRow(headers: Headers, token: string): Promise<CoverRow> {
  const db = freshDatabase();
  const found = await findInvite(db, token, null, new Date()).catch(async (error: unknown) => {
    await requireWithinLimit(headers, `${coversApi.ofInvite.path} missed`, MISSES);
    throw error;
  });
  const { id, tripId } = found;
  await requireWithinLimit(new Headers(), coversApi.ofInvite.path, READS, { subject: id });
  const [row] = await selectCover(db, { tripId, most: 1 });
  if (!row) throw inviteGone();
  return row;
}
