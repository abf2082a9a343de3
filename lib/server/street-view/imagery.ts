import { AppError } from "#lib/shared/errors.ts";
import { STREET_VIEW_LIMITS } from "#lib/shared/street-view-limits.ts";
import { env } from "../env/env.ts";
import { PrimaryImagery } from "./primary.ts";
import type { StreetImageryProvider } from "./provider.ts";
import type { ImageSearchResult } from "./search.ts";
import { SharedAnswers } from "./shared-answers.ts";

/** The objects with which street view works; they exist once per process. */
export interface Imagery {
  provider: StreetImageryProvider;
  found: SharedAnswers<ImageSearchResult>;
  mediaHosts: readonly string[];
  /** The maximum time for one search or one preview. */
  timeoutMs: number;
}

const MOST_KEPT = 500;

let opened: Imagery | null | undefined;

/** Returns the objects with which street view works; null when it is off. */
export function findImagery(): Imagery | null {
  opened ??= open();
  return opened;
}

/**
 * Returns the objects with which street view works.
 * @throws AppError STREET_VIEW_DISABLED
 */
export function requireImagery(): Imagery {
  const imagery = findImagery();
  if (!imagery) throw new AppError("STREET_VIEW_DISABLED", "Street view is not turned on here.");
  return imagery;
}

function open(): Imagery | null {
  const config = env();
  const { STREET_VIEW_PROVIDER, STREET_IMAGERY_API_URL: apiUrl, STREET_IMAGERY_ACCESS_TOKEN } = config;
  // A provider always has a token, which the check of the environment guarantees.
  if (!STREET_VIEW_PROVIDER || !STREET_IMAGERY_ACCESS_TOKEN) return null;
  return {
    provider: new PrimaryImagery({ apiUrl, accessToken: STREET_IMAGERY_ACCESS_TOKEN }),
    found: new SharedAnswers({ lifeMs: STREET_VIEW_LIMITS.cacheSeconds * 1000, most: MOST_KEPT }),
    mediaHosts: config.STREET_IMAGERY_MEDIA_HOSTS,
    timeoutMs: config.STREET_VIEW_TIMEOUT_MS,
  };
}
