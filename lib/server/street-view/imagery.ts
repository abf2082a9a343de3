import { AppError } from "#lib/shared/errors.ts";
import { STREET_VIEW } from "#lib/shared/street-view-limits.ts";
import { env } from "../env.ts";
import { PrimaryImagery } from "./primary.ts";
import type { StreetImageryProvider } from "./provider.ts";
import type { Found } from "./search.ts";
import { SharedAnswers } from "./shared-answers.ts";

/** What the verbs of street view work with; one for the process. */
export interface Imagery {
  provider: StreetImageryProvider;
  found: SharedAnswers<Found>;
  mediaHosts: readonly string[];
  /** Of one search, or one preview. */
  timeoutMs: number;
}

const MOST_KEPT = 500;

let opened: Imagery | null | undefined;

/** null where street view is off. */
export function findImagery(): Imagery | null {
  opened ??= open();
  return opened;
}

/** @throws AppError STREET_VIEW_DISABLED */
export function requireImagery(): Imagery {
  const imagery = findImagery();
  if (!imagery) throw new AppError("STREET_VIEW_DISABLED", "Street view is not turned on here.");
  return imagery;
}

function open(): Imagery | null {
  const config = env();
  const { STREET_VIEW_PROVIDER, STREET_IMAGERY_API_URL: apiUrl, STREET_IMAGERY_ACCESS_TOKEN } = config;
  // The environment is refused when the provider is named without its token.
  if (!STREET_VIEW_PROVIDER || !STREET_IMAGERY_ACCESS_TOKEN) return null;
  return {
    provider: new PrimaryImagery({ apiUrl, accessToken: STREET_IMAGERY_ACCESS_TOKEN }),
    found: new SharedAnswers({ lifeMs: STREET_VIEW.cacheSeconds * 1000, most: MOST_KEPT }),
    mediaHosts: config.STREET_IMAGERY_MEDIA_HOSTS,
    timeoutMs: config.STREET_VIEW_TIMEOUT_MS,
  };
}
