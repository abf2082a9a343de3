import { type CoverRow, selectCover } from "#db/queries/covers.ts";
import { coversApi } from "#lib/shared/api/covers.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import { notFound } from "#lib/shared/errors.ts";
import { requireAccess } from "../access/access.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import type { PrivatePicture } from "../http/picture.ts";
import { coverPictureOf, openCoverPicture } from "./cover-picture.ts";

/** The limit of a user's requests: a card requests its cover once, and again when its trip has changed. */
const LIMIT = { windowSeconds: 600, max: 1000 };
/** The most pins on a card; more would hide each other. */
export const MOST_STOPS = 120;

/**
 * Returns a trip's cover: its picture, and the pins of its map where there is no picture.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function readCover(ctx: Ctx, tripId: string): Promise<TripCover> {
  const row = await findRow(ctx, tripId, coversApi.get.path);
  if (!row) throw notFound("trip");
  return coverOf(row, coversApi.picture.path.replace("{tripId}", tripId));
}

/**
 * Returns the picture of a trip's cover.
 * @throws AppError NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function openTripCover(ctx: Ctx, tripId: string, key: string): Promise<PrivatePicture> {
  return openCoverPicture(await findRow(ctx, tripId, coversApi.picture.path), key, ctx.signal);
}

async function findRow(ctx: Ctx, tripId: string, path: string): Promise<CoverRow | undefined> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), path, LIMIT, { subject: ctx.viewer.userId });
  const [row] = await selectCover(ctx.db, { tripId, most: MOST_STOPS });
  return row;
}

/**
 * Returns the cover of a row.
 * @param path the path under which the picture is served
 */
export async function coverOf(row: CoverRow, path: string): Promise<TripCover> {
  const picture = await coverPictureOf(row);
  const { lat, lng } = row.destination ?? {};
  const isKnown = picture !== null && picture !== "no_answer";
  return {
    picture: isKnown
      ? { path: `${path}?${new URLSearchParams({ key: picture.key })}`, credit: picture.credit }
      : null,
    map: {
      destination: lat === undefined || lng === undefined ? null : { lat, lng },
      stops: row.stops,
    },
    isPending: picture === "no_answer",
  };
}
