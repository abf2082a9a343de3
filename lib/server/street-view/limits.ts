import { streetViewApi } from "#lib/shared/api/street-view.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";

/** By person: one every three seconds, for whoever walks through a town. Each may be 48 requests of the provider. */
const SEARCHES = { windowSeconds: 600, max: 200 };
/** Ten photos for each of them; both ways to one photo together. */
const VIEWS = { windowSeconds: 600, max: 2000 };

/** @throws AppError RATE_LIMITED, UNAVAILABLE */
export function requireWithinSearches({ viewer }: Ctx): Promise<void> {
  return requireWithinLimit(new Headers(), streetViewApi.search.path, SEARCHES, { subject: viewer.userId });
}

/** @throws AppError RATE_LIMITED, UNAVAILABLE */
export function requireWithinViews({ viewer }: Ctx): Promise<void> {
  return requireWithinLimit(new Headers(), streetViewApi.get.path, VIEWS, { subject: viewer.userId });
}
