import { streetViewApi } from "#lib/shared/api/street-view.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";

/**
 * The rate limit of searches by user: one every three seconds, which suffices for looking around a town. Each search
 * may send 48 requests to the provider.
 */
const SEARCHES = { windowSeconds: 600, max: 200 };
/** The rate limit of photos, ten for each search. The endpoints for data and preview of a photo share it. */
const VIEWS = { windowSeconds: 600, max: 2000 };

/**
 * Checks the rate limit of searches.
 * @throws AppError RATE_LIMITED, UNAVAILABLE
 */
export function requireWithinSearches({ viewer }: Ctx): Promise<void> {
  return requireWithinLimit(new Headers(), streetViewApi.search.path, SEARCHES, { subject: viewer.userId });
}

/**
 * Checks the rate limit of photos.
 * @throws AppError RATE_LIMITED, UNAVAILABLE
 */
export function requireWithinViews({ viewer }: Ctx): Promise<void> {
  return requireWithinLimit(new Headers(), streetViewApi.get.path, VIEWS, { subject: viewer.userId });
}
