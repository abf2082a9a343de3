import type { StreetViewQuery, StreetViewResult } from "#lib/shared/street-view.ts";
import { requireMember } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { type Imagery, requireImagery } from "./imagery.ts";
import { requireWithinSearches } from "./limits.ts";
import { presentImage } from "./present.ts";
import { noteFailure, refusalOf } from "./refusals.ts";
import { type ImageSearchResult, searchAround, type SearchRequest } from "./search.ts";

/**
 * Returns street photos around a point, nearest first.
 * @param purpose the agent gets flat photos only, because panoramas are for browsers
 * @throws AppError NOT_FOUND, STREET_VIEW_DISABLED, RATE_LIMITED; StreetViewUnavailable when nothing could be searched
 */
export async function searchStreetView(
  ctx: Ctx,
  tripId: string,
  query: StreetViewQuery,
  purpose: "browser" | "agent" = "browser",
): Promise<StreetViewResult> {
  await requireMember(ctx, tripId, "guest");
  const imagery = requireImagery();
  await requireWithinSearches(ctx);
  const found = await findImages(imagery, roundSearchRequest(query), ctx.signal);
  const images = (purpose === "agent" ? found.flat : found.images).slice(0, query.limit);
  return {
    outcome: images.length > 0 ? "found" : "empty",
    completeness: found.completeness,
    candidateCount: found.candidateCount,
    resultCount: images.length,
    panoramaAvailable: found.panoramaAvailable,
    images: images.map((image) => presentImage(tripId, imagery.provider, image)),
  };
}

/**
 * Rounds a search to about a metre, so that all users who mean the same place send the same request and share its
 * answer.
 */
export function roundSearchRequest({ lat, lng, radiusMeters }: SearchRequest): SearchRequest {
  return { lat: rounded(lat), lng: rounded(lng), radiusMeters: Math.round(radiusMeters) };
}

function rounded(degrees: number): number {
  // The addition turns -0 into 0.
  return Number(degrees.toFixed(5)) + 0;
}

/** Finds photos; the result is the same in every trip. An incomplete result is returned, but not cached. */
async function findImages(
  imagery: Imagery,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<ImageSearchResult> {
  const key = `${imagery.provider.name}|${request.lat}|${request.lng}|${request.radiusMeters}`;
  try {
    return await imagery.found.get(key, signal, {
      make: (end) => search(imagery, request, end),
      isLasting: ({ completeness }) => completeness === "complete",
    });
  } catch (error) {
    throw refusalOf(error, request);
  }
}

async function search(
  { provider, timeoutMs }: Imagery,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<ImageSearchResult> {
  try {
    const found = await searchAround(provider, request, { timeoutMs, signal });
    for (const failure of found.failures) noteFailure(failure, "a part of a search failed");
    return found;
  } catch (error) {
    noteFailure(error, "a search failed");
    throw error;
  }
}
