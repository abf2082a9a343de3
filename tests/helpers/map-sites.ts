import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, expect } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { followLink } from "#lib/server/places/links/follow-link.ts";
import { interpretPastedText } from "#lib/server/places/pasted.ts";
import type { LinkProblem } from "#lib/shared/link-problems.ts";
import { type SiteAnswer, startMapSites } from "#tests/doubles/map-sites.ts";

export const POINT = { lat: 50.0865, lng: 14.4114 };
/** Google's long address of a place; the map in it is centred on another point. */
export const BRIDGE_PATH =
  "/maps/place/Bridge/@50.1,14.2,17z/data=!4m6!3m5!1s0x1:0x2!8m2!3d50.0865!4d14.4114!16s?g_ep=x";
export const AT_BRIDGE = { name: "Bridge", ...POINT };

/**
 * Makes the service follow short map links to the double's sites. Call it at the top of a test file, before anything
 * reads the configuration.
 */
export async function useMapSites(env: Readonly<Record<string, string>> = {}) {
  const sites = await startMapSites();
  Object.assign(process.env, { FOLLOW_MAP_LINKS: "on", ...env });
  afterAll(() => sites.stop());
  beforeEach(async () => {
    sites.answers({});
    await awaitDeferredWork();
    await freshDatabase().pool.query("delete from open_service_answers");
  });
  /** Follows a link as the service does, except that connections lead to the double. */
  const follow: typeof followLink = (link, { signal }) =>
    followLink(link, { signal, connect: sites.connect });
  return {
    sites,
    follow,
    paste: (text: string, locale: "en" | "zh" = "en") =>
      interpretPastedText(text, { near: null, locale, follow }),
  };
}

/** Returns an address that no other test has requested. */
export function uniqueSiteAddress(host: string, path = "/"): string {
  return `${host}${path}${randomUUID().replaceAll("-", "")}`;
}

export function refusal(link: LinkProblem): unknown {
  return expect.objectContaining({ details: { link } });
}

/** Returns a site's answer that the test writes itself. */
export function page(write: (response: ServerResponse) => void): SiteAnswer {
  return (response) => {
    response.setHeader("content-type", "text/html");
    write(response);
  };
}
