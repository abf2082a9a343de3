import { AppError, notFound } from "#lib/shared/errors.ts";
import { STREET_VIEW_LIMITS } from "#lib/shared/street-view-limits.ts";
import type { StreetImageDto, ViewerConfig } from "#lib/shared/street-view.ts";
import { requireMember } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import type { PrivatePicture } from "../http/picture.ts";
import { RequestBudget } from "./request-budget.ts";
import { fetchMedia, MediaFailure, type Picture } from "./fetch-media.ts";
import { findImagery, type Imagery, requireImagery } from "./imagery.ts";
import { requireWithinViews } from "./limits.ts";
import { readOpaqueId } from "./opaque-ids.ts";
import { attributionText, presentImage } from "./present.ts";
import type { MediaUrls } from "./provider.ts";
import { noteFailure, refusalOf } from "./refusals.ts";

interface ImageParams {
  tripId: string;
  imageId: string;
}

/** Maximum number of requests for one photo: its URL with one retry, its bytes, and a smaller size of a panorama. */
const PHOTO_BUDGET = 4;

/**
 * Returns the data of one photo.
 * @throws AppError NOT_FOUND, STREET_VIEW_DISABLED, RATE_LIMITED, UNAVAILABLE
 */
export async function getStreetImage(ctx: Ctx, params: ImageParams): Promise<StreetImageDto> {
  const { imagery, id } = await openImage(ctx, params);
  const image = await within(ctx, imagery, (attempts) =>
    attempts.ask((signal) => imagery.provider.getImage(id, signal)),
  );
  return presentImage(params.tripId, imagery.provider, { ...image, distanceMeters: 0 });
}

/**
 * Returns a photo's bytes: JPEG, PNG or WebP of at most 2 MiB.
 * @param purpose the agent gets flat photos only, because panoramas are for browsers
 * @throws AppError NOT_FOUND, also for an unsuitable picture; FORBIDDEN for the agent's panoramas; UNAVAILABLE
 */
export async function openPreview(
  ctx: Ctx,
  params: ImageParams,
  purpose: "browser" | "agent" = "browser",
): Promise<PrivatePicture> {
  const { imagery, id } = await openImage(ctx, params);
  const picture = await within(ctx, imagery, async (attempts) => {
    const place = await attempts.ask((signal) => imagery.provider.getMedia(id, signal));
    if (place.kind === "panorama" && purpose === "agent") {
      throw new AppError("FORBIDDEN", "Panoramas are for browsers alone.");
    }
    return readMedia(imagery, attempts, place);
  });
  return { ...picture, maxAgeSeconds: STREET_VIEW_LIMITS.cacheSeconds };
}

export async function getViewerConfig(ctx: Ctx, tripId: string): Promise<ViewerConfig> {
  await requireMember(ctx, tripId, "guest");
  const imagery = findImagery();
  if (!imagery) return { enabled: false };
  const { name, credit } = imagery.provider;
  const { defaultRadiusMeters, maxRadiusMeters, defaultLimit, maxLimit } = STREET_VIEW_LIMITS;
  return {
    enabled: true,
    provider: name,
    kinds: ["flat", "panorama"],
    panorama: { projection: "equirectangular" },
    search: { defaultRadiusMeters, maxRadiusMeters, defaultLimit, maxLimit },
    preview: { maxBytes: STREET_VIEW_LIMITS.previewMaxBytes, cacheSeconds: STREET_VIEW_LIMITS.cacheSeconds },
    attribution: {
      text: attributionText(credit, null),
      url: credit.sourceUrl,
      licenseName: credit.licenseName,
      licenseUrl: credit.licenseUrl,
    },
  };
}

/** Checks the membership first, so that nobody else learns whether an id is valid. */
async function openImage(
  ctx: Ctx,
  { tripId, imageId }: ImageParams,
): Promise<{ imagery: Imagery; id: string }> {
  await requireMember(ctx, tripId, "guest");
  const imagery = requireImagery();
  await requireWithinViews(ctx);
  const id = readOpaqueId(tripId, imagery.provider.name, imageId);
  if (id === null) throw notFound("street photo");
  return { imagery, id };
}

/** Runs work within the time and the requests for one photo. */
async function within<T>(
  { signal }: Ctx,
  { timeoutMs }: Imagery,
  work: (attempts: RequestBudget) => Promise<T>,
): Promise<T> {
  const attempts = new RequestBudget({ budget: PHOTO_BUDGET, timeoutMs, signal });
  try {
    return await work(attempts);
  } catch (error) {
    noteFailure(error, "a photo failed");
    throw refusalOf(error, null);
  } finally {
    attempts.close();
  }
}

/** Fetches the best size that fits. After any other failure, no other size is requested. */
async function readMedia(
  { mediaHosts: hosts }: Imagery,
  attempts: RequestBudget,
  { addresses }: MediaUrls,
): Promise<Picture> {
  for (const address of addresses) {
    try {
      return await attempts.askOnce((signal) => fetchMedia(address, { hosts, signal }));
    } catch (error) {
      const isTooLarge = error instanceof MediaFailure && error.fault === "too_large";
      if (!isTooLarge || address === addresses.at(-1)) throw error;
    }
  }
  throw new MediaFailure("absent");
}
