import { placesApi } from "#lib/shared/api/places.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { requireAccess } from "../../access/access.ts";
import { requireWithinLimit } from "../../auth/rate-limit.ts";
import type { Ctx } from "../../context.ts";
import { env } from "../../env/env.ts";
import type { PrivatePicture } from "../../http/picture.ts";
import { fetchMedia, type Picture } from "../../street-view/fetch-media.ts";
import { findMapObject } from "../map-object.ts";
import { linksOfTags } from "./article.ts";
import { commonsPicture } from "./commons-picture.ts";

const LIMIT = { windowSeconds: 600, max: 600 };
const DEADLINE_MS = 10_000;
const WEEK_SECONDS = 7 * 24 * 60 * 60;
/** The hosts on which Wikimedia stores pictures. */
const HOSTS = ["upload.wikimedia.org"];

/**
 * Returns the picture of an OpenStreetMap object through our server, so that Wikimedia does not learn who looks at it.
 * @throws AppError NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function openPlacePicture(ctx: Ctx, tripId: string, ref: string): Promise<PrivatePicture> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), placesApi.picture.path, LIMIT, { subject: ctx.viewer.userId });
  const picture = await fetchCommonsPicture(await addressOf(ref), ctx.signal);
  return { ...picture, maxAgeSeconds: WEEK_SECONDS };
}

/**
 * Fetches a picture of Wikimedia Commons.
 * @throws AppError UNAVAILABLE
 */
export async function fetchCommonsPicture(address: string, aborted: AbortSignal): Promise<Picture> {
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(DEADLINE_MS)]);
  try {
    return await fetchMedia(address, { hosts: [...HOSTS, ...ownHost()], signal });
  } catch {
    throw unavailable();
  }
}

async function addressOf(ref: string): Promise<string> {
  const found = await findMapObject(ref);
  if (found === "no_answer") throw unavailable();
  const links = found === "nothing" ? null : await linksOfTags(found.tags);
  if (links === "no_answer") throw unavailable();
  const picture = links?.picture ? await commonsPicture(links.picture) : null;
  if (picture === "no_answer") throw unavailable();
  if (!picture) throw notFound("picture");
  return picture.address;
}

/** Returns the host of an operator's own server, which serves its pictures itself. */
function ownHost(): string[] {
  const url = env().WIKIMEDIA_COMMONS_URL;
  return url === undefined ? [] : [new URL(url).host];
}

function unavailable(): AppError {
  return new AppError("UNAVAILABLE", "The picture cannot be had right now. Try again in a minute.");
}
